import { type AuraShape, envelope, TAU } from './aura-shape.ts'
import { type Charges, fieldAt, nullPoint, rimAngle } from './charges.ts'
import type { Point } from './filaments.ts'
import { rng } from './random.ts'

/** One side of a battle, in pixels. */
export interface FieldSide {
  shape: AuraShape
  at: Point
  /** Of its disc. */
  radius: number
  /** What its gifters gave; the ten largest become bright lines. */
  gifts: readonly number[]
}

/** What a battle's picture is drawn from. */
export interface FieldSpec {
  width: number
  height: number
  a: FieldSide
  b: FieldSide
  /** Part of all gifts that side A has, 0 to 1; half while there are none. */
  share: number
  /** Fine lines of both sides together. */
  lines: number
  /** Makes the short lines shorter or longer; 1 unless told. */
  reach?: number
}

/** A line of the field. Bright ones are the largest gifters', `weight` their gift as a part of the side's largest. */
export interface FieldLine {
  kind: 'bright' | 'long' | 'fine'
  points: Point[]
  weight: number
}

/** A battle as lines, and the place where the two sides hold each other. */
export interface Field {
  a: FieldLine[]
  b: FieldLine[]
  nullPoint: Point
}

export const MAX_BRIGHT_LINES = 10
/** Length of one step along a line, in pixels. */
const STEP = 7
const STEPS = { bright: 420, long: 380 } as const
/** Every so manieth line goes on to the edge, so that the field fills its frame. */
const LONG_EVERY = 7
/** How far outside of the frame a line is still followed, in pixels. */
const MARGIN = 60
/** The hand that draws trembles: pixels off the line, and how fast it wanders along it. */
const TREMOR = { size: 4, pace: 0.11 } as const
/** Bright lines stand this far around from the direction of the rival, in radians. */
const BRIGHT = { first: 0.16, apart: 0.3 } as const

/** The lines of both sides, as many for each as its share. */
export function battleField(spec: FieldSpec): Field {
  const charges = { a: spec.a.at, b: spec.b.at, share: spec.share }
  const countA = Math.round(spec.lines * spec.share)
  return {
    a: sideLines(spec, charges, { side: spec.a, rival: spec.b, strength: spec.share, count: countA }),
    b: sideLines(spec, charges, { side: spec.b, rival: spec.a, strength: 1 - spec.share, count: spec.lines - countA }),
    nullPoint: nullPoint(charges),
  }
}

interface Turn {
  side: FieldSide
  rival: FieldSide
  strength: number
  count: number
}

function sideLines(spec: FieldSpec, charges: Charges, { side, rival, strength, count }: Turn): FieldLine[] {
  const random = rng(side.shape.seed ^ 0xabc)
  const [dx, dy] = [rival.at[0] - side.at[0], rival.at[1] - side.at[1]]
  const [gap, toRival] = [Math.hypot(dx, dy), Math.atan2(dy, dx)]
  const leave = (angle: number, steps: number) => {
    const rim = toRival + rimAngle(strength, gap, side.radius, angle - toRival)
    return tremble(trace(spec, charges, { side, rival, strength, count: steps }, rim), random() * 9)
  }
  const fine = Array.from({ length: count }, (_, i): FieldLine => {
    const angle = ((i + 0.5 * random()) / count) * TAU
    const length = (26 + 120 * random() ** 2 + 46 * random()) * Math.max(0.4, envelope(side.shape, angle))
    const kind = i % LONG_EVERY === 0 ? 'long' : 'fine'
    const steps = kind === 'long' ? STEPS.long : Math.round(length * (spec.reach ?? 1))
    return { kind, points: leave(angle, steps), weight: 0 }
  })
  return [...fine, ...brightLines(side, toRival, (angle) => leave(angle, STEPS.bright))]
}

/** The largest gifts nearest to the rival, to both sides of the line between the two. */
function brightLines(side: FieldSide, toRival: number, leave: (angle: number) => Point[]): FieldLine[] {
  const gifts = side.gifts.filter((gift) => gift > 0).sort((a, b) => b - a)
  const largest = gifts[0] ?? 1
  return gifts.slice(0, MAX_BRIGHT_LINES).map((gift, i) => {
    const turn = (i % 2 === 0 ? -1 : 1) * (BRIGHT.first + BRIGHT.apart * Math.floor(i / 2))
    return { kind: 'bright', points: leave(toRival + turn), weight: gift / largest }
  })
}

/** Follows the field from a place on a side's rim, by the midpoint rule, until it leaves the frame or is long enough. */
function trace(spec: FieldSpec, charges: Charges, { side, rival, count }: Turn, angle: number): Point[] {
  let [x, y] = [side.at[0] + Math.cos(angle) * side.radius, side.at[1] + Math.sin(angle) * side.radius]
  const points: Point[] = [[x, y]]
  for (let i = 0; i < count; i++) {
    const [fx, fy] = direction(charges, x, y)
    const [gx, gy] = direction(charges, x + (fx * STEP) / 2, y + (fy * STEP) / 2)
    x += gx * STEP
    y += gy * STEP
    points.push([x, y])
    if (x < -MARGIN || y < -MARGIN || x > spec.width + MARGIN || y > spec.height + MARGIN) break
    // Only lines that push an overpowered rival aside come this far.
    if (Math.hypot(x - rival.at[0], y - rival.at[1]) < rival.radius) break
  }
  return points
}

function direction(charges: Charges, x: number, y: number): Point {
  const [fx, fy] = fieldAt(charges, x, y)
  const size = Math.hypot(fx, fy) || Number.MIN_VALUE
  return [fx / size, fy / size]
}

/** Moves a line's points a little to its left and right, not at all at its root. */
function tremble(points: Point[], phase: number): Point[] {
  return points.map(([x, y], i): Point => {
    const [ax, ay] = points[i - 1] ?? [x, y]
    const off = TREMOR.size * (Math.cos(phase) - Math.cos(i * TREMOR.pace + phase))
    return [x - ((y - ay) / STEP) * off, y + ((x - ax) / STEP) * off]
  })
}
