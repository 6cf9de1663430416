import type { League } from '@aura/api/calls/leagues'
import { leagueName } from '@aura/api/rules/leagues'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { TitledCard } from '#ui/layout/titled-card'
import { JOIN_TEXT, seatingText, timeLeft } from './league-texts.ts'
import { useLeague } from './use-league.ts'

const MINUTE_MS = 60_000

export default function DashboardPart() {
  const { data, error, isFetching, refetch } = useLeague()
  const now = useServerNow(MINUTE_MS)
  const times = useTimes()
  return (
    <TitledCard
      id="league"
      title="League"
      control={<Link href={paths.league}>{data?.isMember === false ? 'Have a look' : 'Open'}</Link>}
    >
      {!data && !error && <Skeleton className="h-6" />}
      {!data && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && <p className="text-ink-2">{stateText(data, now, times.time)}</p>}
    </TitledCard>
  )
}

function stateText(
  { isMember, hasLearned, level, league, endsAt }: League,
  nowMs: number,
  time: (ms: number) => string,
): string {
  const leftMs = Date.parse(endsAt) - nowMs
  if (!isMember) return JOIN_TEXT
  const mine = league?.rows.find(({ isMe }) => isMe)
  if (league && mine) {
    return `You are ${mine.place} of ${league.rows.length} in the ${leagueName(level)} league. ${timeLeft(leftMs)}.`
  }
  if (hasLearned) return seatingText(endsAt, nowMs, time)
  return `Learn something and you join a ${leagueName(level)} league. ${timeLeft(leftMs)}.`
}
