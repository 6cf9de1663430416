import { formatWhole } from '@aura/api/money'
import type { Reserves } from './cover.ts'
import styles from './reserves.module.css'

const PARTS: readonly { key: keyof Reserves['ledger']; name: string }[] = [
  { key: 'purchased', name: 'Purchased' },
  { key: 'earned', name: 'Earned' },
  { key: 'held', name: 'Set aside to redeem' },
  { key: 'inBattles', name: 'Gifted in battles under way' },
  { key: 'unclaimed', name: 'Purchased by unlinked wallets' },
  { key: 'forfeited', name: 'Forfeited by deleted accounts' },
  { key: 'unexplained', name: 'Missing, unexplained' },
  { key: 'debts', name: 'Owed' },
]

export function LedgerSums({ reserves }: { reserves: Reserves }) {
  const { ledger, purchasedLater, withdrawnUnsettled, steezeOutstanding, difference } = reserves
  const rows = [
    ...PARTS.map(({ key, name }) => ({ name, amount: ledger[key] })),
    { name: 'Bought after this block', amount: -purchasedLater },
    { name: 'Withdrawn, not final yet', amount: -withdrawnUnsettled },
  ].filter(({ amount }) => amount !== 0)
  return (
    <section aria-labelledby="ledger" className={styles.ledger}>
      <h2 id="ledger">The same figures in the ledger</h2>
      <dl>
        {rows.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{signed(amount)}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>Together</dt>
          <dd className="num">{formatWhole(steezeOutstanding + difference)}</dd>
        </div>
        <div>
          <dt>Outstanding in the contract</dt>
          <dd className="num">{formatWhole(steezeOutstanding)}</dd>
        </div>
      </dl>
    </section>
  )
}

const signed = (amount: number): string => (amount < 0 ? `−${formatWhole(-amount)}` : formatWhole(amount))
