import { auraShape } from '@aura/drawing/aura-shape'
import { Sparkle } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { Link } from 'wouter'
import type { FieldLayout } from '#aura/canvas/field-picture.ts'
import type { FieldControl } from '#aura/canvas/live-field-canvas.tsx'
import { paths } from '#paths'
import type { Side } from '../shared/battle-view.ts'
import { Username } from '../shared/username.tsx'
import { DiscFace } from '../showdown/disc-avatar.tsx'
import { SIDE_KEYS } from './round-words.ts'
import styles from './rounds.module.css'

const PHONE_WIDTH = 896
const PLACES = ['a', 'b'] as const

/** The stage's discs stand at the same places; see `.disc`. */
export const layout: FieldLayout = (width) =>
  width < PHONE_WIDTH
    ? { a: [width * 0.18, 106], b: [width * 0.82, 106], radius: 40, lines: 200, reach: 0.5, weight: 0.8 }
    : { a: [width * 0.22, 176], b: [width * 0.78, 176], radius: 80, lines: 360, reach: 0.9, weight: 0.9 }

/** Room of the winner's name in em. */
export const WINNER = { weight: 850, wide: { full: 116, roomEm: 8.9 }, phone: { full: 116, roomEm: 9.8 } } as const

interface FighterProps {
  side: Side
  at: 0 | 1
  /** Null while they can't have any. */
  points: number | null
  /** Right answers in a row. */
  streak: number
  state: string
  /** Whether their right answer is being revealed. */
  isRight: boolean
}

export function Fighter({ side, at, points, streak, state, isRight }: FighterProps) {
  return (
    <section
      className={`${styles.fighter} ${styles[PLACES[at]]}`}
      data-aura={side.accent}
      data-lost={side.hasLost || undefined}
      aria-label={side.name}
    >
      <span
        className={styles.disc}
        data-disc={side.person.id}
        data-flare={isRight || undefined}
        style={{ fontStretch: `${auraShape(side.person.id, 0, 0).letterWidth}%` }}
        aria-hidden="true"
      >
        <DiscFace side={side} />
      </span>
      {points !== null && (
        <p className={`num ${styles.points}`} data-score>
          {points}
          <span className="sr-only"> {points === 1 ? 'point' : 'points'}</span>
        </p>
      )}
      <div className={styles.name}>
        <Link href={paths.user(side.person.id)}>{side.name}</Link>
        <Username {...side.person} />
      </div>
      <p className={styles.state}>
        {state}
        <Sparks count={streak} />
      </p>
    </section>
  )
}

type Answered = { isRight: boolean } | null

interface Revealing {
  phase: string
  last: { number: number; answers: Record<(typeof SIDE_KEYS)[number], Answered> } | null
}

/** Lets the ring of each person flare up when their right answer is revealed. */
export function useFlares({ phase, last }: Revealing, field: RefObject<FieldControl | null>): void {
  const revealed = phase === 'reveal' ? last : null
  const key = revealed?.number
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each round
  useEffect(() => {
    for (const [at, side] of SIDE_KEYS.entries()) {
      if (revealed?.answers[side]?.isRight) field.current?.surge(PLACES[at] ?? 'a')
    }
  }, [key])
}

const MAX_SPARKS = 5

/** Right answers in a row, from two on. */
export function Sparks({ count }: { count: number }) {
  if (count < 2) return null
  return (
    <span className={styles.streak}>
      {Array.from({ length: Math.min(count, MAX_SPARKS) }, (_, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Sparkle key={nr} size={14} strokeWidth={2} aria-hidden="true" />
      ))}
      <span className="sr-only">{count} right in a row</span>
    </span>
  )
}
