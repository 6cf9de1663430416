import type { StrokeLook } from './stroke-look.ts'
import styles from './strokes.module.css'

interface StrokesProps {
  looks: readonly StrokeLook[]
  /** In pixels at full size; only the proportions matter. */
  width: number
  height?: number
  className?: string | undefined
}

const HEIGHT = 72

/** Decorative, because the text says the same. */
export function Strokes({ looks, width, height = HEIGHT, className = '' }: StrokesProps) {
  const step = width / Math.max(1, looks.length)
  const slant = Math.min(height * 0.17, step * 1.1)
  const breadth = step * 0.56
  const strokes = looks.map((look, i) => {
    const x = i * step + step * 0.12
    const points = [
      [x + slant, 1],
      [x + slant + breadth, 1],
      [x + breadth, height - 1],
      [x, height - 1],
    ]
    return { i, look, points: points.map((point) => point.map((n) => n.toFixed(1)).join()).join(' ') }
  })
  return (
    <svg
      className={`${styles.strokes} ${className}`}
      viewBox={`0 0 ${Math.ceil(width + slant)} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {strokes.map(({ i, look, points }) => (
        <polygon key={i} className={styles[look]} points={points} />
      ))}
    </svg>
  )
}
