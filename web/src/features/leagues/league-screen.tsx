import type { League } from '@aura/api/calls/leagues'
import { LEAGUE_RULES, leagueName } from '@aura/api/rules/leagues'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, buttonClass } from '#ui/forms/button'
import { TitledCard } from '#ui/layout/titled-card'
import styles from './league.module.css'
import { LeagueRows } from './league-rows.tsx'
import { JOIN_TEXT, POINTS_TEXT, resultText, seatingText, timeLeft } from './league-texts.ts'
import { useLeague, useMembership } from './use-league.ts'

const MINUTE_MS = 60_000
const { people, moving, levels } = LEAGUE_RULES

export default function LeagueScreen() {
  const { data, error, isFetching, refetch } = useLeague()
  return (
    <main className={`page ${styles.screen}`}>
      <section aria-label="This week">
        <h1 className="h1">League</h1>
        {!data && !error && <Skeleton className="mt-4 h-40" />}
        {!data && error && (
          <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
        )}
        {data && (data.isMember ? <Week league={data} /> : <Invitation />)}
      </section>
      <aside className={styles.rail} aria-label="About leagues">
        <Rules />
        {data?.isMember && <Leave />}
      </aside>
    </main>
  )
}

function Invitation() {
  const join = useMembership('join')
  return (
    <EmptyState
      title="Learn with others"
      action={
        <Button busy={join.isPending && 'Joining...'} onClick={() => join.mutate()}>
          Join the leagues
        </Button>
      }
    >
      {JOIN_TEXT} You can leave at any time.
    </EmptyState>
  )
}

function Week({ league }: { league: League }) {
  const { level, lastWeek } = league
  return (
    <>
      <p className={styles.level}>
        <b className="display">{leagueName(level)}</b>{' '}
        <span className="text-ink-2">
          level {level} of {levels.length}
        </span>
        <TimeLeft endsAt={league.endsAt} />
      </p>
      {lastWeek && (
        <Notice tone={lastWeek.moved > 0 ? 'ok' : 'info'} title="Last week">
          {resultText(lastWeek)}
        </Notice>
      )}
      {league.league && <LeagueRows league={league.league} level={level} />}
      {!league.league && league.hasLearned && (
        <p className={styles.seating} role="status">
          <Seating endsAt={league.endsAt} />
        </p>
      )}
      {!league.league && !league.hasLearned && (
        <EmptyState
          title="Your week hasn’t begun"
          action={
            <Link href={paths.home} className={buttonClass('primary', 48)}>
              Start learning
            </Link>
          }
        >
          Claim a lesson or finish a review, and you join a league with others who began around the same time.
        </EmptyState>
      )}
    </>
  )
}

function Seating({ endsAt }: { endsAt: string }) {
  const now = useServerNow(MINUTE_MS)
  const times = useTimes()
  return seatingText(endsAt, now, times.time)
}

function TimeLeft({ endsAt }: { endsAt: string }) {
  const now = useServerNow(MINUTE_MS)
  const times = useTimes()
  return (
    <span className={styles.left}>
      {timeLeft(Date.parse(endsAt) - now)} <span className="text-ink-2">until {times.minute(endsAt)}</span>
    </span>
  )
}

const Rules = () => (
  <TitledCard id="league-rules" title="How leagues work">
    <ul className={styles.rules}>
      <li>
        A week begins on Monday at 00:00 UTC. Up to {people} people play together. If you learn in the first hour, you
        are seated at random. After that, you join people who began around the same time.
      </li>
      <li>{POINTS_TEXT}</li>
      <li>
        Of {people} people, {moving} move up and {moving} move down. In a smaller league, fewer do. At equal points, the
        person who had them first is ahead.
      </li>
      <li>A week without learning costs you at most one level. Further weeks cost nothing.</li>
    </ul>
  </TitledCard>
)

function Leave() {
  const leave = useMembership('leave')
  return (
    <TitledCard id="leave-leagues" title="Leave">
      <p className="text-ink-2">You won’t be shown in any league. You can join again at any time.</p>
      <Button kind="secondary" busy={leave.isPending && 'Leaving...'} onClick={() => leave.mutate()}>
        Leave the leagues
      </Button>
    </TitledCard>
  )
}
