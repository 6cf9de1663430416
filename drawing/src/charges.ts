import { TAU } from './aura-shape.ts'
import type { Point } from './filaments.ts'

/** Two like charges, as strong as the sides' shares. Field strength falls with 1/distance. */
export interface Charges {
  a: Point
  b: Point
  share: number
}

/** Returns the point at which the two fields cancel out. */
export const nullPoint = ({ a, b, share }: Charges): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

/**
 * Writes the field's vector at `at` into `into`. Allocates nothing, because tracing takes tens of thousands of steps;
 * plain number arguments would be boxed.
 */
export function fieldAt({ a, b, share }: Charges, at: Float64Array, into: Float64Array): void {
  const x = at[0] as number
  const y = at[1] as number
  const ax = x - a[0]
  const ay = y - a[1]
  const bx = x - b[0]
  const by = y - b[1]
  const ka = share / (ax * ax + ay * ay || Number.MIN_VALUE)
  const kb = (1 - share) / (bx * bx + by * by || Number.MIN_VALUE)
  into[0] = ka * ax + kb * bx
  into[1] = ka * ay + kb * by
}

/**
 * Returns the angle at which the line that leaves a charge's centre at `angle` crosses its rim, both measured from the
 * direction of the other charge. `strength` is this charge's, `gap` the distance of the two. Along a line strength *
 * angle + (1 - strength) * (angle seen from the other charge) is constant, so no tracing is needed. An overpowered
 * charge's lines all leave on the far side.
 */
export function rimAngle(strength: number, gap: number, radius: number, angle: number): number {
  const turn = (((angle % TAU) + TAU + Math.PI) % TAU) - Math.PI
  const target = strength * Math.abs(turn) + (1 - strength) * Math.PI
  let [low, high] = [0, Math.PI]
  for (let i = 0; i < 26; i++) {
    const middle = (low + high) / 2
    const seen = Math.atan2(radius * Math.sin(middle), radius * Math.cos(middle) - gap)
    if (strength * middle + (1 - strength) * seen < target) low = middle
    else high = middle
  }
  return turn < 0 ? -low : low
}
