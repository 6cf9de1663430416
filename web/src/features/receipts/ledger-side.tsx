import type { LedgerTransfer, Receipt, LedgerSide as Side } from '@aura/api/calls/receipts'
import { formatWhole } from '@aura/api/money'
import styles from './receipt.module.css'
import { accountText } from './receipt-text.ts'
import type { ReceiptWords } from './receipt-words.ts'

export function LedgerSide({ receipt: { transfers, status }, words }: { receipt: Receipt; words: ReceiptWords }) {
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section aria-labelledby="ledger" className={styles.side}>
      <h2 id="ledger">In the ledger</h2>
      {transfers.length === 0 ? (
        <p className={styles.fine}>{(status === 'completed' && words.unawarded) || 'Nothing yet.'}</p>
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
            {transfers.flatMap((transfer) => [
              <Line key={`${transfer.key} out`} side={transfer.from} out={transfer.amount} />,
              <Line key={`${transfer.key} in`} side={transfer.to} into={transfer.amount} />,
            ])}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Balanced</th>
              <Amount column="Out" amount={total} />
              <Amount column="In" amount={total} />
              <td />
            </tr>
          </tfoot>
        </table>
      )}
      {transfers.map((transfer) => (
        <Key key={transfer.key} transfer={transfer} />
      ))}
      {transfers.length > 0 && <p className={styles.fine}>Each key is unique, so a transfer can happen only once.</p>}
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
      <Amount column="Out" amount={out} isNone={out === 0} />
      <Amount column="In" amount={into} isNone={into === 0} />
      {side.balance === null ? <td /> : <Amount column="Balance" amount={side.balance} />}
    </tr>
  )
}

const Amount = ({ column, amount, isNone = false }: { column: string; amount: number; isNone?: boolean }) => (
  <td className="num" data-none={isNone || undefined}>
    <small className={styles.column}>{column}</small> {formatWhole(amount)}
  </td>
)

function Key({ transfer: { number, key } }: { transfer: LedgerTransfer }) {
  return (
    <p className={styles.fine}>
      Entry {formatWhole(number)}, key <span className={styles.hash}>{key}</span>
    </p>
  )
}
