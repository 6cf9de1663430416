import type { Receipt } from '@aura/api/calls/receipts'
import { formatWhole } from '@aura/api/money'
import type { StrokeLook } from '#aura/stroke-look.ts'
import { Strokes } from '#aura/strokes.tsx'
import styles from './receipt.module.css'
import { strokesOf } from './strokes.rules.ts'

/** A stroke stands for one Steeze, as long as strokes can be told apart. */
export function SteezeStrokes({ receipt, steeze }: { receipt: Receipt; steeze: number }) {
  const { count, worth } = strokesOf(steeze)
  const isPurchase = receipt.kind === 'purchase'
  const looks = Array.from({ length: count }, (): StrokeLook => (isPurchase ? 'outlined' : 'solid'))
  const half = Math.ceil(count / 2)
  const balance = changeOf(receipt)
  return (
    <div className={styles.strokes}>
      <Strokes looks={looks} width={1_312} height={58} className={styles.wide} />
      {[looks.slice(0, half), looks.slice(half)].map(
        (row, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows in a fixed order
          row.length > 0 && <Strokes key={i} looks={row} width={360} height={48} className={styles.narrow} />,
      )}
      <p className={styles.legend}>
        <span>
          One stroke is {worth === 1 ? 'one' : formatWhole(worth)} Steeze.{' '}
          {isPurchase ? 'Outlined is purchased.' : 'Solid is earned.'}
        </span>
        {balance && (
          <span>
            {formatWhole(balance.before)} before, {formatWhole(balance.after)} after
          </span>
        )}
      </p>
    </div>
  )
}

function changeOf({ kind, transfers }: Receipt): { before: number; after: number } | null {
  const mine = transfers.findLast(({ to }) => to.owner === 'me' && to.account === 'steeze_purchased')
  if (kind !== 'purchase' || !mine || mine.to.balance === null) return null
  return { before: mine.to.balance - mine.amount, after: mine.to.balance }
}
