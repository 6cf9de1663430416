import { formatShort, formatWhole } from '@aura/api/money'
import type { Side } from '../shared/battle-view.ts'
import { DISC_R, PlotDisc } from './plot-disc.tsx'
import styles from './receipt.module.css'

/** Larger scores don't fit; the payout below shows them in full. */
const MAX_SHOWN = 100_000

export const finalScore = (steeze: number): string => (steeze < MAX_SHOWN ? formatWhole(steeze) : formatShort(steeze))

export const FinalScores = ({ sides }: { sides: readonly [Side, Side] }) => (
  <ul className={styles.finals} aria-label="Final Steeze">
    {sides.map((side) => (
      <li key={side.person.id}>
        <svg viewBox={`0 0 ${2 * DISC_R} ${2 * DISC_R}`} aria-hidden="true">
          <PlotDisc side={side} x={DISC_R} y={DISC_R} />
        </svg>
        <span>
          <b className="num">{finalScore(side.steeze)}</b> {side.name}
        </span>
      </li>
    ))}
  </ul>
)
