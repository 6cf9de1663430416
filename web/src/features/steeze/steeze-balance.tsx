import { formatWhole } from '@aura/api/money'
import type { CSSProperties } from 'react'
import styles from './steeze.module.css'
import { StrokeBar } from './stroke-bar.tsx'
import { STEEZE_IS } from './what-steeze-is.ts'

export function SteezeBalance({ earned, purchased }: { earned: number; purchased: number }) {
  const total = earned + purchased
  const split = total === 0 ? 0 : earned / total
  // Where its strokes begin, unless the other figures stand there.
  const isAtSplit = split > 0.5 && split < 0.86
  return (
    <section aria-label="Balance">
      <dl className={styles.balance}>
        <div>
          <dt>Total Balance</dt>
          <dd className={`num ${styles.total}`} style={{ '--letters': formatWhole(total).length } as CSSProperties}>
            {formatWhole(total)}
          </dd>
        </div>
        <div>
          <dt>
            <i className={styles.earned} aria-hidden="true" />
            Earned
          </dt>
          <dd className={`num ${styles.part}`}>{formatWhole(earned)}</dd>
        </div>
        <div className={isAtSplit ? styles.atSplit : ''} style={{ '--split': split } as CSSProperties}>
          <dt>
            <i className={styles.purchased} aria-hidden="true" />
            Purchased
          </dt>
          <dd className={`num ${styles.part}`}>{formatWhole(purchased)}</dd>
        </div>
      </dl>
      <StrokeBar
        solid={total === 0 ? null : earned / total}
        label={`${formatWhole(earned)} earned, ${formatWhole(purchased)} purchased`}
      />
      {total === 0 && <p className="mt-3 text-ink-2">{STEEZE_IS}</p>}
    </section>
  )
}
