import { TAU } from './aura-shape.ts'
import type { Point } from './filaments.ts'

/**
 * Two like charges in a plane, as strong as the sides' shares. Between them is one place where neither wins. A charge
 * in a plane pulls with strength / distance, so that place divides the line between them as the shares divide the whole.
 */
export interface Charges {
  a: Point
  b: Point
  /** Part of the whole that side A has, 0 to 1. */
  share: number
}

/** Where the two pulls cancel out. */
export const nullPoint = ({ a, b, share }: Charges): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

/** The field at a place. */
export function fieldAt({ a, b, share }: Charges, x: number, y: number): Point {
  const [ax, ay, bx, by] = [x - a[0], y - a[1], x - b[0], y - b[1]]
  const ka = share / (ax * ax + ay * ay || Number.MIN_VALUE)
  const kb = (1 - share) / (bx * bx + by * by || Number.MIN_VALUE)
  return [ka * ax + kb * bx, ka * ay + kb * by]
}

/**
 * Where a line that leaves a charge's centre at `angle` crosses the rim of its disc, both counted from the direction of
 * the other charge; `strength` is this charge's, `gap` the distance between the two. Along a line of this field
 * strength * angle + (1 - strength) * (angle as seen from the other charge) stays the same, so no tracing is needed.
 * Of an overpowered charge every line leaves on the far side, as it should.
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
