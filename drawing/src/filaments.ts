import { type AuraShape, envelope } from './aura-shape.ts'
import { formOfDay } from './form-of-day.ts'
import { MAX_STREAMERS, type Strand, strands } from './strands.ts'

/** Coordinates relative to the ring's centre, in rim radii. */
export type Point = readonly [x: number, y: number]

/** `length`: distance beyond the rim at which it has faded out, in rim radii. */
export interface Filament {
  kind: Strand['kind']
  points: Point[]
  length: number
  /** Share of its full length, 0 to 1. */
  grown: number
}

/** The time, in seconds, at which still pictures freeze the sway and animations begin. */
export const STILL_AT = 3
/** Below this the silhouette would vanish; see `envelope`. */
const MIN_ENVELOPE = 0.3
/** Minimum length of the first days' lines, in rim radii: on a short ring they would look like fuzz. */
const EARLY_DAYS = 5
const EARLY_LENGTH = 0.5
/** Streamers and hairs grow within one day. */
const FUZZ_GROWTH_DAYS = 3

/** Fuzz comes first so that the streamers lie on top. */
export function filaments(shape: AuraShape, fuzzCount: number, day: number = shape.days): Filament[] {
  const fuzz: Filament[] = []
  const lit: Filament[] = []
  for (const strand of strands(shape, fuzzCount)) {
    const filament = filamentOf(shape, strand, day)
    if (filament) (strand.kind === 'fuzz' ? fuzz : lit).push(filament)
  }
  return [...fuzz, ...lit]
}

/** `dayIndex` counts from 0; `day` may be fractional while a line grows. Null beyond the last streamer. */
export function streamer(shape: AuraShape, dayIndex: number, day: number): Filament | null {
  if (dayIndex >= MAX_STREAMERS) return null
  const strand = strands(shape, 0).find(({ kind, birth }) => kind === 'streamer' && birth === dayIndex)
  return strand ? filamentOf(shape, strand, day) : null
}

function filamentOf(shape: AuraShape, strand: Strand, day: number): Filament | null {
  const isFuzz = strand.kind === 'fuzz'
  const grown = easeOut((day - strand.birth) / (isFuzz ? FUZZ_GROWTH_DAYS : 1))
  if (grown <= 0) return null
  const length = lengthOf(shape, strand, day) * grown
  const points = strand.kind === 'hair' ? hairPoints(shape, strand, length) : rayPoints(shape, strand, length)
  return { kind: strand.kind, points, length, grown }
}

function lengthOf(shape: AuraShape, { kind, angle, q, birth, a, b }: Strand, day: number): number {
  const form = formOfDay(day)
  const own = kind === 'fuzz' ? form.fuzz * (0.35 + 1.5 * a * a + 1.1 * b) : form.streamer * (0.7 + 0.75 * q)
  const breath = 1 + 0.05 * Math.sin(STILL_AT * 0.8 + angle * 2 + q * 4)
  const length = own * shape.reach * Math.max(MIN_ENVELOPE, envelope(shape, angle)) * breath
  return kind === 'fuzz' || birth >= EARLY_DAYS ? length : Math.max(length, EARLY_LENGTH + 0.15 * q)
}

/** Returns a point of the curve that leaves the rim at `angle`; `t` runs from the rim (0) to the tip (1). */
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

function rayPoints(shape: AuraShape, { kind, angle, q, b }: Strand, length: number): Point[] {
  const isFuzz = kind === 'fuzz'
  const segments = isFuzz ? 6 : 26
  return Array.from({ length: segments + 1 }, (_, i) => along(shape, angle, length, i / segments, isFuzz ? b : q))
}

/** Short hairs fork off each streamer so that it doesn't look like a spike. */
function hairPoints(shape: AuraShape, { angle, q, a: reach, fork, bend }: Strand, length: number): Point[] {
  const [ax, ay] = along(shape, angle, length, fork, q)
  const [bx, by] = along(shape, angle, length, fork + 0.05, q)
  const [dx, dy] = [bx - ax, by - ay]
  return Array.from({ length: 9 }, (_, i): Point => {
    const t = i / 8
    const m = (2.5 + reach * 5) * t
    return [ax + dx * m - dy * bend * m * t, ay + dy * m + dx * bend * m * t]
  })
}

const easeOut = (x: number): number => 1 - (1 - Math.min(1, Math.max(0, x))) ** 3

/** Returns the silhouette's slope, which sets how far lines lean. */
const envelopeSlope = (shape: AuraShape, angle: number): number =>
  shape.lobes.reduce((sum, { k, a, phase }) => sum - a * k * Math.sin(k * angle + phase), 0)
