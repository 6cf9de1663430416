import type { AuraShape } from './aura-shape.ts'
import { type RingTicks, ringTicks } from './ring-ticks.ts'

export interface TouchingRings {
  width: number
  height: number
  /** Each fills a square of side `height`, moved right by `x`. */
  rings: readonly [{ ticks: RingTicks; x: number }, { ticks: RingTicks; x: number }]
  touch: { x: number; y: number }
}

export function touchingRings(one: AuraShape, other: AuraShape, size: number): TouchingRings {
  const [left, right] = [ringTicks(one, size), ringTicks(other, size)]
  const centre = size / 2
  const x = left.radius + right.radius
  return {
    width: size + x,
    height: size,
    rings: [
      { ticks: left, x: 0 },
      { ticks: right, x },
    ],
    touch: { x: centre + left.radius, y: centre },
  }
}
