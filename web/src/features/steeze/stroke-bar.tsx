import { Strokes } from '#payments/strokes.tsx'
import styles from './stroke-bar.module.css'

interface StrokeBarProps {
  /** Part of the strokes that are solid, 0 to 1; null when there is nothing to divide. */
  solid: number | null
  /** Said to those who can't see it. */
  label: string
}

/** As many as a wide screen and a phone tell apart. */
const COUNTS = [
  { count: 110, width: 1_312, className: styles.wide },
  { count: 34, width: 400, className: styles.narrow },
] as const

/** Two kinds of one thing as slanted strokes: the first kind solid, the second outlined. */
export function StrokeBar({ solid, label }: StrokeBarProps) {
  return (
    <div role="img" aria-label={label}>
      {COUNTS.map(({ count, width, className }) => {
        const filled = solid === null ? 0 : solidStrokes(solid, count)
        const rest = solid === null ? 'empty' : 'outlined'
        const looks = Array.from({ length: count }, (_, i) => (i < filled ? 'solid' : rest))
        return <Strokes key={count} looks={looks} width={width} className={`${styles.strokes} ${className}`} />
      })}
    </div>
  )
}

/** At least one stroke of each kind there is. */
const solidStrokes = (solid: number, count: number): number =>
  solid <= 0 ? 0 : solid >= 1 ? count : Math.min(count - 1, Math.max(1, Math.round(solid * count)))
