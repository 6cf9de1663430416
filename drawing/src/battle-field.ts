import { type AuraShape, envelope, TAU } from './aura-shape.ts'
import { type Charges, fieldAt, nullPoint, rimAngle } from './charges.ts'
import type { Point } from './filaments.ts'
import { ownPoints, type TakePoints } from './point-memory.ts'
import { rng } from './random.ts'

export interface FieldSide {
  shape: AuraShape
  at: Point
  radius: number
  /** Gifts by gifter; the ten largest become bright lines. */
  gifts: readonly number[]
}

export interface FieldSpec {
  width: number
  height: number
  a: FieldSide
  b: FieldSide
  /** Side A's share of all gifts, 0 to 1; 0.5 without gifts. */
  share: number
  lines: number
  reach?: number
  /** Step along a line in pixels; 7 by default. Animations use longer steps, which cost less. */
  step?: number
}

/** `weight` of a bright line: its gift relative to the side's largest. */
export interface FieldLine {
  kind: 'bright' | 'long' | 'fine'
  /** Alternating x and y of the points, starting at the rim. */
  points: Float32Array
  weight: number
}

export interface Field {
  a: FieldLine[]
  b: FieldLine[]
  nullPoint: Point
}

/** Distance in pixels that the mark of the front keeps from a face. */
const MARK = 16

/** Returns whether the front is free of both discs. If one side dominates, it is inside one, on the face. */
export const isFrontFree = ({ a, b }: Pick<FieldSpec, 'a' | 'b'>, [x, y]: Point): boolean =>
  [a, b].every(({ at: [sideX, sideY], radius }) => Math.hypot(x - sideX, y - sideY) > radius + MARK)

export const MAX_BRIGHT_LINES = 10
const STEP = 7
const LENGTHS = { bright: 2_940, long: 2_660 } as const
/** Every nth line reaches the edge, so that the field fills its frame. */
const LONG_EVERY = 7
/** Lines are followed this many pixels outside the frame. */
const MARGIN = 60
/** Hand-drawn wobble: amplitude in pixels, frequency in radians per pixel. */
const TREMOR = { size: 4, pace: 0.11 / 7 } as const
/** Angles of bright lines from the rival's direction, in radians. */
const BRIGHT = { first: 0.16, apart: 0.3 } as const

export function battleField(spec: FieldSpec): Field {
  const tracing = traceField(spec)
  for (;;) {
    const { done, value } = tracing.next()
    if (done) return value
  }
}

/** Like `battleField`, but yields after each line, so that frames can share the work, in the memory of `take`. */
export function* traceField(spec: FieldSpec, take: TakePoints = ownPoints): Generator<void, Field> {
  const charges = { a: spec.a.at, b: spec.b.at, share: spec.share }
  const countA = Math.round(spec.lines * spec.share)
  const a = yield* sideLines(spec, charges, { side: spec.a, rival: spec.b, strength: spec.share, count: countA, take })
  const rest = { side: spec.b, rival: spec.a, strength: 1 - spec.share, count: spec.lines - countA, take }
  return { a, b: yield* sideLines(spec, charges, rest), nullPoint: nullPoint(charges) }
}

interface Turn {
  side: FieldSide
  rival: FieldSide
  strength: number
  count: number
  take: TakePoints
}

function* sideLines(spec: FieldSpec, charges: Charges, turn: Turn): Generator<void, FieldLine[]> {
  const { side, rival, strength, count, take } = turn
  const random = rng(side.shape.seed ^ 0xabc)
  const [dx, dy] = [rival.at[0] - side.at[0], rival.at[1] - side.at[1]]
  const [gap, toRival] = [Math.hypot(dx, dy), Math.atan2(dy, dx)]
  const leave = (angle: number, length: number) => {
    const rim = toRival + rimAngle(strength, gap, side.radius, angle - toRival)
    const numbers = trace(spec, charges, { side, rival, length }, rim)
    return trembling(take(numbers), spec.step ?? STEP, random() * 9)
  }
  const lines: FieldLine[] = []
  for (let i = 0; i < count; i++) {
    const angle = ((i + 0.5 * random()) / count) * TAU
    const steps = (26 + 120 * random() ** 2 + 46 * random()) * Math.max(0.4, envelope(side.shape, angle))
    const kind = i % LONG_EVERY === 0 ? 'long' : 'fine'
    const length = kind === 'long' ? LENGTHS.long : Math.round(steps * (spec.reach ?? 1)) * STEP
    lines.push({ kind, points: leave(angle, length), weight: 0 })
    yield
  }
  for (const { angle, weight } of brightLines(side, toRival)) {
    lines.push({ kind: 'bright', points: leave(angle, LENGTHS.bright), weight })
    yield
  }
  return lines
}

/** The largest gifts lie closest to the rival's direction, alternating sides. */
function brightLines(side: FieldSide, toRival: number): { angle: number; weight: number }[] {
  const gifts = side.gifts.filter((gift) => gift > 0).sort((a, b) => b - a)
  const largest = gifts[0] ?? 1
  return gifts.slice(0, MAX_BRIGHT_LINES).map((gift, i) => {
    const turn = (i % 2 === 0 ? -1 : 1) * (BRIGHT.first + BRIGHT.apart * Math.floor(i / 2))
    return { angle: toRival + turn, weight: gift / largest }
  })
}

interface Way {
  side: FieldSide
  rival: FieldSide
  length: number
}

let scratch = new Float32Array(1_024)
const position = new Float64Array(2)
const heading = new Float64Array(2)

/**
 * Follows the field by the midpoint rule, from the rim until it leaves the frame or reaches its length. Returns the
 * number of values it wrote to `scratch`.
 */
function trace(spec: FieldSpec, charges: Charges, { side, rival, length }: Way, angle: number): number {
  const step = spec.step ?? STEP
  const count = Math.round(length / step)
  if (scratch.length < 2 * count + 2) scratch = new Float32Array(2 * count + 2)
  const [left, right, top, bottom] = [-MARGIN, spec.width + MARGIN, -MARGIN, spec.height + MARGIN]
  const [rivalX, rivalY, rivalRadius] = [rival.at[0], rival.at[1], rival.radius ** 2]
  let [x, y] = [side.at[0] + Math.cos(angle) * side.radius, side.at[1] + Math.sin(angle) * side.radius]
  scratch[0] = x
  scratch[1] = y
  let n = 2
  for (let i = 0; i < count; i++) {
    position[0] = x
    position[1] = y
    turnAt(charges, position)
    position[0] = x + ((heading[0] as number) * step) / 2
    position[1] = y + ((heading[1] as number) * step) / 2
    turnAt(charges, position)
    x += (heading[0] as number) * step
    y += (heading[1] as number) * step
    scratch[n++] = x
    scratch[n++] = y
    if (x < left || y < top || x > right || y > bottom) break
    // Only lines that push an overpowered rival aside get here.
    if ((x - rivalX) ** 2 + (y - rivalY) ** 2 < rivalRadius) break
  }
  return n
}

function turnAt(charges: Charges, position: Float64Array): void {
  fieldAt(charges, position, heading)
  const fx = heading[0] as number
  const fy = heading[1] as number
  const size = Math.sqrt(fx * fx + fy * fy) || Number.MIN_VALUE
  heading[0] = fx / size
  heading[1] = fy / size
}

/** Returns the traced points in `moved`, displaced sideways, except at the root. */
function trembling(moved: Float32Array, step: number, phase: number): Float32Array {
  const atRoot = Math.cos(phase)
  moved[0] = at(scratch, 0)
  moved[1] = at(scratch, 1)
  for (let i = 2; i < moved.length; i += 2) {
    const dx = at(scratch, i) - at(scratch, i - 2)
    const dy = at(scratch, i + 1) - at(scratch, i - 1)
    const off = (TREMOR.size * (atRoot - Math.cos((i / 2) * step * TREMOR.pace + phase))) / step
    moved[i] = at(scratch, i) - dy * off
    moved[i + 1] = at(scratch, i + 1) + dx * off
  }
  return moved
}

const at = (numbers: Float32Array, index: number): number => numbers[index] as number
