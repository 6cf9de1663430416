import { formatWhole, usdcText } from '@aura/api/money'
import { LevelName } from '#aura/level-name.tsx'
import { TickBar } from '#ui/feedback/tick-bar'
import styles from './profile.module.css'
import { formatEth, levelProgress, type Profile, winRate } from './profile-text.ts'

/** Points show the progress, days decide the level. */
export function AuraLevelCard({ user }: { user: Profile['user'] }) {
  const { level, next, share, pointsRemaining, daysRemaining } = levelProgress(user.currentStreak, user.auraPoints)
  const percent = Math.floor(share * 100)
  return (
    <section className={styles.card} data-aura={level.key} aria-labelledby="aura-level">
      <h2 id="aura-level">Aura Level</h2>
      <LevelName days={user.currentStreak} />
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
            {daysRemaining} {daysRemaining === 1 ? 'day' : 'days'} of streak to go. Your streak decides your level.
          </p>
        </>
      ) : (
        <p className="text-ink-2">0 points remaining. You have reached the highest level.</p>
      )}
    </section>
  )
}

export function BattleStatistics({ stats }: { stats: Profile['battleStats'] }) {
  return (
    <section className={styles.card} aria-labelledby="battle-statistics">
      <h2 id="battle-statistics">Battle Statistics</h2>
      <dl className={styles.pairs}>
        <Pair name="Total" value={formatWhole(stats.total)} />
        <Pair name="Won" value={formatWhole(stats.won)} />
        <Pair name="Lost" value={formatWhole(stats.lost)} />
        <Pair name="Win Rate" value={winRate(stats)} />
      </dl>
    </section>
  )
}

/** ETH amounts are shown while the price is known. */
export function VouchStatistics({ stats, usdPerEth }: { stats: Profile['vouchStats']; usdPerEth: number | null }) {
  const usdc = (amount: number) => `${usdcText(amount)} USDC`
  return (
    <section className={styles.card} aria-labelledby="vouch-statistics">
      <h2 id="vouch-statistics">Vouch Statistics</h2>
      <dl className={styles.pairs}>
        <Pair name="USDC received" value={usdc(stats.totalUsdcReceived)} />
        {usdPerEth !== null && (
          <Pair name="ETH received" value={`${formatEth(stats.totalUsdcReceived, usdPerEth)} ETH`} />
        )}
        <Pair name="Vouches" value={formatWhole(stats.vouchesReceived)} />
        <Pair name="USDC given" value={usdc(stats.totalUsdcGiven)} />
        <Pair name="Vouches given" value={formatWhole(stats.vouchesGiven)} />
      </dl>
    </section>
  )
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
