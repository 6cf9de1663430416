import { formatShort, formatWhole } from '@aura/api/money'
import type { scoreUnit } from '../shared/battle-score.ts'
import type { Side } from '../shared/battle-view.ts'
import { DISC_R, PlotDisc } from './plot-disc.tsx'
import styles from './receipt.module.css'

/** Larger scores don't fit; the payout below shows them in full. */
const MAX_SHOWN = 100_000

export const finalScore = (steeze: number): string => (steeze < MAX_SHOWN ? formatWhole(steeze) : formatShort(steeze))

interface FinalScoresProps {
  sides: readonly [Side, Side]
  unit: ReturnType<typeof scoreUnit>
}

export const FinalScores = ({ sides, unit }: FinalScoresProps) => (
  <ul className={styles.finals} aria-label={`Final ${unit}`}>
    {sides.map((side) => (
      <li key={side.person.id}>
        <svg viewBox={`0 0 ${2 * DISC_R} ${2 * DISC_R}`} aria-hidden="true">
          <PlotDisc side={side} x={DISC_R} y={DISC_R} />
        </svg>
        <span>
          <b className="num">{finalScore(side.score)}</b> {side.name}
        </span>
      </li>
    ))}
  </ul>
)
