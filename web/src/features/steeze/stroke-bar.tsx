import styles from './stroke-bar.module.css'

interface StrokeBarProps {
  /** Part of the strokes that are solid, 0 to 1; null when there is nothing to divide. */
  solid: number | null
  /** Said to those who can't see it. */
  label: string
}

const HEIGHT = 72
/** As many as a wide screen and a phone tell apart. */
const COUNTS = [
  { count: 110, width: 1_312, className: styles.wide },
  { count: 34, width: 400, className: styles.narrow },
] as const

/** Two kinds of one thing as slanted strokes: the first kind solid, the second outlined. */
export function StrokeBar({ solid, label }: StrokeBarProps) {
  return (
    <div role="img" aria-label={label}>
      {COUNTS.map(({ count, width, className }) => (
        <Strokes key={count} count={count} width={width} solid={solid} className={className ?? ''} />
      ))}
    </div>
  )
}

interface StrokesProps {
  count: number
  width: number
  solid: number | null
  className: string
}

function Strokes({ count, width, solid, className }: StrokesProps) {
  const step = width / count
  const slant = Math.min(HEIGHT * 0.17, step * 1.1)
  const breadth = step * 0.56
  const filled = solid === null ? 0 : solidStrokes(solid, count)
  const strokes = Array.from({ length: count }, (_, i) => {
    const x = i * step + step * 0.12
    const points = [
      [x + slant, 1],
      [x + slant + breadth, 1],
      [x + breadth, HEIGHT - 1],
      [x, HEIGHT - 1],
    ]
    return { i, points: points.map((point) => point.map((n) => n.toFixed(1)).join()).join(' ') }
  })
  return (
    <svg
      className={`${styles.strokes} ${className}`}
      viewBox={`0 0 ${Math.ceil(width + slant)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {strokes.map(({ i, points }) => (
        <polygon
          key={i}
          className={i < filled ? styles.solid : solid === null ? styles.empty : styles.outlined}
          points={points}
        />
      ))}
    </svg>
  )
}

/** At least one stroke of each kind there is. */
const solidStrokes = (solid: number, count: number): number =>
  solid <= 0 ? 0 : solid >= 1 ? count : Math.min(count - 1, Math.max(1, Math.round(solid * count)))
