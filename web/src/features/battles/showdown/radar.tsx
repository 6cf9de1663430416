import { type CSSProperties, memo } from 'react'
import type { Side } from '../shared/battle-view.ts'
import styles from './radar.module.css'

const TICKS = 100

interface RadarProps {
  sides: readonly [Side, Side]
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
        <Ticks kinds={tickKinds(share, after)} colorA={a.color} colorB={b.color} />
        <span className={styles.marker} style={{ '--at': after } as CSSProperties} />
      </div>
    </section>
  )
}

function tickKinds(share: number, after: number): string {
  let kinds = ''
  for (let i = 0; i <= TICKS; i++) {
    const at = i / TICKS
    const isMoved = at > Math.min(share, after) && at < Math.max(share, after) + 0.005 && share !== after
    kinds += isMoved ? '+' : at <= share ? 'a' : 'b'
  }
  return kinds
}

interface TicksProps {
  kinds: string
  colorA: string
  colorB: string
}

/** Memoised, because most scores change none of the hundred ticks. */
const Ticks = memo(function Ticks({ kinds, colorA, colorB }: TicksProps) {
  const colors = { a: colorA, '+': 'ink', b: colorB }
  return (
    <svg viewBox="-2 0 1004 24" preserveAspectRatio="none" aria-hidden="true">
      {Object.entries(colors).map(([kind, color]) => (
        <path key={kind} d={ticksPath(kinds, kind)} stroke={`var(--${color})`} strokeWidth={3} />
      ))}
    </svg>
  )
})

const ticksPath = (kinds: string, kind: string): string =>
  Array.from(kinds, (each, i) => {
    const top = i % 10 === 0 ? 2 : i % 5 === 0 ? 8 : 12
    return each === kind ? `M${i * 10} ${top}V24` : ''
  }).join('')
