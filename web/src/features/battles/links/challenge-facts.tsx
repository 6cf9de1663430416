import { formatWhole } from '@aura/api/money'
import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { clockTime, isNear } from '../shared/times.ts'

export function ChallengeFacts({ link }: { link: ChallengeLink }) {
  const { stake, duration, bestOf, startsInMinutes, expiresAt } = link
  const times = useTimes()
  const nowMs = useServerNow(1_000)
  const isShort = duration <= 1
  return (
    <StatStrip>
      <Stat name="Starts" value={`${startsInMinutes} min`} unit="after it is accepted" />
      {bestOf ? (
        <Stat name="Decided by" value="Knowledge" unit={`best of ${bestOf}`} />
      ) : (
        <Stat
          name="Duration"
          value={formatWhole(isShort ? Math.round(duration * 60) : duration)}
          unit={isShort ? 'minutes' : 'hours'}
        />
      )}
      <Stat name="Total stakes" value={formatWhole(stake * 2)} unit="AP to the winner" />
      {isNear(expiresAt, nowMs) ? (
        <Stat
          name="Expires in"
          value={<span role="timer">{countdown(Math.max(0, Date.parse(expiresAt) - nowMs))}</span>}
        />
      ) : (
        <Stat name="Expires" value={`${times.weekday(expiresAt)} ${clockTime(expiresAt, times)}`} />
      )}
    </StatStrip>
  )
}
