import type { Side } from '../shared/battle-view.ts'
import styles from './radar.module.css'

const TICKS = 100

interface RadarProps {
  sides: readonly [Side, Side]
  /** Side A's share, 0 to 1. */
  share: number
  /** Share after a planned gift; ticks in between are white. */
  after?: number
  title: string
  bare?: boolean
}

/** Formats '61.4%' so that both sides add up to 100. */
export const percent = (share: number): string => `${(Math.round(share * 1_000) / 10).toFixed(1)}%`

export function Radar({ sides: [a, b], share, after = share, title, bare = false }: RadarProps) {
  const rest = Math.round(share * 1_000)
  const [partA, partB] = [percent(share), percent((1_000 - rest) / 1_000)]
  return (
    <section className={styles.radar} aria-label={`${title}: ${a.name} ${partA}, ${b.name} ${partB}`}>
      {!bare && (
        <p className={styles.head} aria-hidden="true">
          <span className="num" data-aura={a.accent}>
            {partA}
          </span>
          <span className={styles.title}>{title}</span>
          <span className="num" data-aura={b.accent}>
            {partB}
          </span>
        </p>
      )}
      <div className={styles.row} aria-hidden="true">
        <svg viewBox="-2 0 1004 24" preserveAspectRatio="none" aria-hidden="true">
          {Array.from({ length: TICKS + 1 }, (_, i) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: ticks never move
              key={i}
              x1={i * 10}
              x2={i * 10}
              y1={i % 10 === 0 ? 2 : i % 5 === 0 ? 8 : 12}
              y2={24}
              stroke={tickColor(i / TICKS, share, after, a, b)}
              strokeWidth={3}
            />
          ))}
        </svg>
        <span className={styles.marker} style={{ left: `${after * 100}%` }} />
      </div>
    </section>
  )
}

function tickColor(at: number, share: number, after: number, a: Side, b: Side): string {
  if (at > Math.min(share, after) && at < Math.max(share, after) + 0.005 && share !== after) return 'var(--ink)'
  return `var(--${at <= share ? a.color : b.color})`
}
