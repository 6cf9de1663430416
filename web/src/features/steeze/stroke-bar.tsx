import { Strokes } from '#aura/strokes.tsx'
import styles from './stroke-bar.module.css'

interface StrokeBarProps {
  /** Share of solid strokes, 0 to 1; null without a total. */
  solid: number | null
  label: string
}

const COUNTS = [
  { count: 110, width: 1_312, className: styles.wide },
  { count: 34, width: 400, className: styles.narrow },
] as const

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

const solidStrokes = (solid: number, count: number): number =>
  solid <= 0 ? 0 : solid >= 1 ? count : Math.min(count - 1, Math.max(1, Math.round(solid * count)))
