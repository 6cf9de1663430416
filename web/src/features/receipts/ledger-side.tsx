import { formatWhole } from '@aura/api/money'
import type { LedgerMovement, Receipt, LedgerSide as Side } from '@aura/api/receipts'
import styles from './receipt.module.css'
import { accountText } from './receipt-text.ts'

/** What the ledger moved: every movement out of one account and into another. */
export function LedgerSide({ receipt: { movements, status } }: { receipt: Receipt }) {
  const total = movements.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section aria-labelledby="ledger" className={styles.side}>
      <h2 id="ledger">In the ledger</h2>
      {movements.length === 0 ? (
        <p className={styles.fine}>
          {status === 'completed' ? 'This moved nothing here: it counted for no Aura Points.' : 'Nothing yet.'}
        </p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Out</th>
              <th scope="col">In</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            {movements.flatMap((movement) => [
              <Line key={`${movement.key} out`} side={movement.from} out={movement.amount} />,
              <Line key={`${movement.key} in`} side={movement.to} into={movement.amount} />,
            ])}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Balanced</th>
              <td className="num">{formatWhole(total)}</td>
              <td className="num">{formatWhole(total)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      )}
      {movements.map((movement) => (
        <Key key={movement.key} movement={movement} />
      ))}
      {movements.length > 0 && (
        <p className={styles.fine}>A key is unique, so what it names can be moved once and never again.</p>
      )}
    </section>
  )
}

function Line({ side, out = 0, into = 0 }: { side: Side; out?: number; into?: number }) {
  const { name, owner } = accountText(side)
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{owner}</small>
      </th>
      <td className="num" data-none={out === 0 || undefined}>
        {formatWhole(out)}
      </td>
      <td className="num" data-none={into === 0 || undefined}>
        {formatWhole(into)}
      </td>
      <td className="num">{side.balance === null ? '' : formatWhole(side.balance)}</td>
    </tr>
  )
}

function Key({ movement: { number, key } }: { movement: LedgerMovement }) {
  return (
    <p className={styles.fine}>
      Entry {formatWhole(number)}, key <span className={styles.hash}>{key}</span>
    </p>
  )
}
