import { type AuraShape, envelope, envelopeSlope, TAU } from './aura-shape.ts'
import { rng } from './random.ts'

/** A place relative to the ring's centre, in rim radii. */
export type Point = readonly [x: number, y: number]

/** One line of light. `length` says where it has faded out, in rim radii beyond the rim. */
export interface Filament {
  kind: 'fuzz' | 'streamer' | 'hair'
  points: Point[]
  length: number
  /** 0 to 1: how much of it has grown by now. */
  grown: number
}

/** One streamer per day of the streak, up to this many. */
export const MAX_STREAMERS = 60
const HAIRS_PER_STREAMER = 9
const GOLDEN_ANGLE = 2.399963
/** Moment at which the sway is frozen. */
const STILL_AT = 3

/** Day, then length of the fuzz and of the streamers; between two days the lengths are interpolated. */
const FORMS: readonly (readonly [day: number, fuzz: number, streamer: number])[] = [
  [0, 0.05, 0.16],
  [2, 0.14, 0.42],
  [7, 0.2, 0.62],
  [12, 0.26, 0.82],
  [22, 0.34, 1.0],
  [34, 0.46, 1.36],
  [60, 0.5, 1.5],
]

/** Lengths at a streak day. */
export function formOfDay(day: number): { fuzz: number; streamer: number } {
  const next = FORMS.findIndex(([d]) => day <= d)
  const to = FORMS[next === -1 ? FORMS.length - 1 : next]
  const from = FORMS[next === -1 ? FORMS.length - 1 : Math.max(0, next - 1)]
  if (!to || !from) throw new Error('unreachable: the table of forms is not empty')
  const k = to[0] === from[0] ? 1 : (day - from[0]) / (to[0] - from[0])
  return { fuzz: from[1] + (to[1] - from[1]) * k, streamer: from[2] + (to[2] - from[2]) * k }
}

/** Where each day's streamer stands. A walk by the golden angle: yesterday's lines never move. */
export function streamerAngles(shape: AuraShape, count: number): { angle: number; q: number }[] {
  const random = rng(shape.seed ^ 0x51ed)
  const start = random() * TAU
  return Array.from({ length: count }, (_, i) => ({
    angle: (start + i * GOLDEN_ANGLE + (random() - 0.5) * 0.16) % TAU,
    q: random(),
  }))
}

/** A point of the curve that leaves the rim at `angle`; `t` runs from the rim (0) to the tip (1). */
function along(shape: AuraShape, angle: number, length: number, t: number, wobble: number): Point {
  const sway =
    Math.sin(STILL_AT * 0.55 + angle * 3 + wobble * 6) * 0.045 * t * t * length +
    Math.sin(STILL_AT * 1.7 + angle * 11) * 0.008 * t
  const th =
    angle +
    shape.twist * 0.55 * t ** 1.6 * length +
    envelopeSlope(shape, angle) * 0.12 * t ** 1.3 +
    wobble * Math.sin(t * 5 + angle * 9) * 0.02 * t +
    sway
  const radius = 1 + length * t
  return [Math.cos(th) * radius, Math.sin(th) * radius]
}

const curve = (shape: AuraShape, angle: number, length: number, wobble: number, segments: number): Point[] =>
  Array.from({ length: segments + 1 }, (_, i) => along(shape, angle, length, i / segments, wobble))

const easeOut = (x: number): number => 1 - (1 - Math.min(1, Math.max(0, x))) ** 3

/** The line of one day, counted from 0; `day` is how far the streak is, so that a new line can grow in. */
export function streamer(shape: AuraShape, dayIndex: number, day: number): Filament | null {
  const place = streamerAngles(shape, MAX_STREAMERS)[dayIndex]
  const grown = easeOut(day - dayIndex)
  if (!place || grown <= 0) return null
  const length = streamerLength(shape, place, day) * grown
  return { kind: 'streamer', points: curve(shape, place.angle, length, place.q, 26), length, grown }
}

function streamerLength(shape: AuraShape, { angle, q }: { angle: number; q: number }, day: number): number {
  const breath = 1 + 0.05 * Math.sin(STILL_AT * 0.8 + angle * 2 + q * 4)
  return formOfDay(day).streamer * shape.reach * Math.max(0.3, envelope(shape, angle)) * (0.7 + 0.75 * q) * breath
}

/** All lines of an aura at its day: fuzz first, so that the streamers lie on top. */
export function filaments(shape: AuraShape, fuzzCount: number, day: number = shape.days): Filament[] {
  const random = rng(shape.seed ^ 0x77)
  const days = streamerAngles(shape, MAX_STREAMERS)
  const lit: Filament[] = []
  for (const [index, place] of days.entries()) {
    random()
    random()
    const line = streamer(shape, index, day)
    if (line) lit.push(line)
    for (let h = 0; h < HAIRS_PER_STREAMER; h++) {
      const bend = [random(), random(), random(), random(), random()] as const
      const hair = hairOf(shape, place, index, day, bend)
      if (hair) lit.push(hair)
    }
  }
  return [...fuzzOf(shape, fuzzCount, day, random), ...lit]
}

/** A discharge is not a spike: short hairs fork off each streamer. */
function hairOf(
  shape: AuraShape,
  place: { angle: number; q: number },
  dayIndex: number,
  day: number,
  [reach, , where, side, spread]: readonly [number, number, number, number, number],
): Filament | null {
  const grown = easeOut(day - dayIndex - 0.35)
  if (grown <= 0) return null
  const length = streamerLength(shape, place, day) * grown
  const at = 0.2 + where * 0.65
  const k = (side < 0.5 ? -1 : 1) * (0.18 + spread * 0.4)
  const a = along(shape, place.angle, length, at, place.q)
  const b = along(shape, place.angle, length, at + 0.05, place.q)
  const d: Point = [b[0] - a[0], b[1] - a[1]]
  const points = Array.from({ length: 9 }, (_, i): Point => {
    const t = i / 8
    const m = (2.5 + reach * 5) * t
    return [a[0] + d[0] * m - d[1] * k * m * t, a[1] + d[1] * m + d[0] * k * m * t]
  })
  return { kind: 'hair', points, length, grown }
}

function fuzzOf(shape: AuraShape, count: number, day: number, random: () => number): Filament[] {
  const { fuzz } = formOfDay(day)
  const lines: Filament[] = []
  for (let j = 0; j < count; j++) {
    const angle = ((((j * 617) % count) + random()) / count) * TAU
    const q = random()
    const birth = random() * random() * 30 - 2
    const [x, y] = [random(), random()]
    const grown = easeOut((day - birth) / 3)
    if (grown <= 0) continue
    const breath = 1 + 0.05 * Math.sin(STILL_AT * 0.8 + angle * 2 + q * 4)
    const e = Math.max(0.3, envelope(shape, angle))
    const length = fuzz * shape.reach * e * (0.35 + 1.5 * x * x + 1.1 * y) * grown * breath
    lines.push({ kind: 'fuzz', points: curve(shape, angle, length, y, 6), length, grown })
  }
  return lines
}
