import { formatWhole } from '@aura/api/money'
import { walkoverAp } from '@aura/api/rules/rounds'
import { useTimes } from '#lib/time/times'
import type { Side } from '../shared/battle-view.ts'
import styles from './receipt.module.css'
import type { Receipt } from './use-receipt.ts'

interface PayoutTableProps {
  receipt: Receipt
  sides: readonly [Side, Side]
}

export function PayoutTable({ receipt: { battle, totals, rounds }, sides: [a, b] }: PayoutTableProps) {
  const times = useTimes()
  const isCancelled = battle.status !== 'completed'
  const stakeOut = (side: Side) => {
    if (isCancelled || battle.winnerId === null) return battle.stake
    const moved = rounds?.absent ? walkoverAp(battle.stake) : battle.stake
    return battle.winnerId === side.person.id ? battle.stake + moved : battle.stake - moved
  }
  const rows = [
    { name: `${a.name}, stake`, unit: 'AP', paid: battle.stake, got: stakeOut(a) },
    { name: `${b.name}, stake`, unit: 'AP', paid: battle.stake, got: stakeOut(b) },
    { name: `Gifts to ${a.name}`, unit: giftUnit(isCancelled), paid: totals.challenger, got: totals.challenger },
    { name: `Gifts to ${b.name}`, unit: giftUnit(isCancelled), paid: totals.opponent, got: totals.opponent },
  ]
  return (
    <>
      <h2 className={styles.columnTitle}>Stakes and payout</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">In</th>
            <th scope="col">Out</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, unit, paid, got }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <small>{unit}</small>
              </th>
              <td className="num">{formatWhole(paid)}</td>
              <td className="num" data-none={got === 0 || undefined}>
                {formatWhole(got)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.settled}>Settled once at {times.seconds(battle.settledAt)}. The battle now holds 0.</p>
    </>
  )
}

const giftUnit = (isCancelled: boolean): string => (isCancelled ? 'Steeze, returned' : 'Steeze, paid as earned')
