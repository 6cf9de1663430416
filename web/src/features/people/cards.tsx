import { formatWhole } from '@aura/api/money'
import { LevelName } from '#aura/level-name.tsx'
import { TickBar } from '#ui/feedback/tick-bar'
import { Pair, Pairs, TitledCard } from '#ui/layout/titled-card'
import { levelProgress, type Profile, winRate } from './profile-text.ts'

export function AuraLevelCard({ user }: { user: Profile['user'] }) {
  const { level, next, share, pointsRemaining, daysRemaining } = levelProgress(user.currentStreak, user.auraPoints)
  const percent = Math.floor(share * 100)
  return (
    <TitledCard id="aura-level" title="Aura Level" data-aura={level.key}>
      <LevelName days={user.currentStreak} />
      <p className="mt-2 text-ink-2">
        A level ranks a streak: it rises with days learned in a row and gives the ring its colour.
      </p>
      <TickBar
        className="mt-3 mb-2"
        label={next ? `${percent}% of the points to ${next.name}` : 'All of the points'}
        parts={[
          { amount: share, tone: 'aura' },
          { amount: 1 - share, tone: 'rest', low: true },
        ]}
      />
      {next ? (
        <>
          <p className="text-ink-2">
            {formatWhole(pointsRemaining)} points remaining to {next.name}
          </p>
          <p className="text-ink-2">
            {daysRemaining} {daysRemaining === 1 ? 'day' : 'days'} of streak to go
          </p>
        </>
      ) : (
        <p className="text-ink-2">0 points remaining. You have reached the highest level.</p>
      )}
    </TitledCard>
  )
}

export function BattleStatistics({ stats }: { stats: Profile['battleStats'] }) {
  return (
    <TitledCard id="battle-statistics" title="Battle Statistics">
      <Pairs>
        <Pair name="Total" value={formatWhole(stats.total)} />
        <Pair name="Won" value={formatWhole(stats.won)} />
        <Pair name="Lost" value={formatWhole(stats.lost)} />
        <Pair name="Win Rate" value={winRate(stats)} />
      </Pairs>
    </TitledCard>
  )
}
