import { formatWhole } from '@aura/api/money'
import { LevelName } from '#aura/level-name.tsx'
import { TickBar } from '#ui/feedback/tick-bar'
import { Pair, Pairs, TitledCard } from '#ui/layout/titled-card'
import { levelProgress, type Profile, winRate } from './profile-text.ts'

export function AuraLevelCard({ user }: { user: Profile['user'] }) {
  const progress = levelProgress(user.currentStreak, user.auraPoints)
  const { level, next, share, mark, pointsRemaining, daysRemaining } = progress
  const percent = Math.floor(share * 100)
  return (
    <TitledCard id="aura-level" title="Aura Level" data-aura={level.key}>
      <LevelName days={user.currentStreak} />
      <p className="mt-2 text-ink-2">
        Days learned in a row decide the level, and the level the colour of the ring.{' '}
        {next ? (
          <b className="text-ink">
            {formatWhole(daysRemaining)} more {daysRemaining === 1 ? 'day' : 'days'} to {next.name}.
          </b>
        ) : (
          'This is the highest level.'
        )}
      </p>
      <TickBar
        className="mt-3 mb-2"
        label={mark === null ? 'All of the points' : `${percent}% of the points to ${formatWhole(mark)} AP`}
        parts={[
          { amount: share, tone: 'aura' },
          { amount: 1 - share, tone: 'rest', low: true },
        ]}
      />
      <p className="text-ink-2">
        {mark === null
          ? '0 points remaining. Points don’t change the level.'
          : `${formatWhole(pointsRemaining)} points remaining to ${formatWhole(mark)} AP. Points don’t change the level.`}
      </p>
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
