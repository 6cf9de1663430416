import { type AuraShape, TAU } from './aura-shape.ts'
import { rng } from './random.ts'

/** Each streak day adds a streamer, up to this many. */
export const MAX_STREAMERS = 60
const HAIRS_PER_STREAMER = 9
/** The golden angle puts each new streamer into the widest gap and never moves earlier ones. */
const GOLDEN_ANGLE = 2.399963
/** Hairs start to grow once their streamer can carry them. */
const HAIR_DELAY_DAYS = 0.35
/** Steps fuzz takes around the rim; a prime, so that any prefix is an even thinning of the whole. */
const SHUFFLE_STEP = 617

export interface Strand {
  kind: 'fuzz' | 'streamer' | 'hair'
  /** Angle at which the strand, or a hair's streamer, leaves the rim, in radians. */
  angle: number
  /** Random number from 0 to 1 that sets length and sway. */
  q: number
  birth: number
  /** Random numbers from 0 to 1. */
  a: number
  b: number
  /** Hairs only: the fork as a fraction of the streamer, and how far and to which side they bend. */
  fork: number
  bend: number
}

export function streamerAngles(shape: AuraShape, count: number): { angle: number; q: number }[] {
  const random = rng(shape.seed ^ 0x51ed)
  const start = random() * TAU
  return Array.from({ length: count }, (_, i) => ({
    angle: (start + i * GOLDEN_ANGLE + (random() - 0.5) * 0.16) % TAU,
    q: random(),
  }))
}

/** Returns all lines of an aura: streamers, each followed by its hairs, then the shuffled fuzz. */
export function strands(shape: AuraShape, fuzzCount: number): Strand[] {
  const random = rng(shape.seed ^ 0x77)
  const all: Strand[] = []
  for (const [day, { angle, q }] of streamerAngles(shape, MAX_STREAMERS).entries()) {
    all.push({ kind: 'streamer', angle, q, birth: day, a: random(), b: random(), fork: 0, bend: 0 })
    for (let i = 0; i < HAIRS_PER_STREAMER; i++) {
      const [a, b, fork] = [random(), random(), 0.2 + random() * 0.65]
      const side = random() < 0.5 ? -1 : 1
      const bend = side * (0.18 + random() * 0.4)
      all.push({ kind: 'hair', angle, q, birth: day + HAIR_DELAY_DAYS, a, b, fork, bend })
    }
  }
  for (let i = 0; i < fuzzCount; i++) {
    const angle = ((((i * SHUFFLE_STEP) % fuzzCount) + random()) / fuzzCount) * TAU
    const [q, birth] = [random(), random() * random() * 30 - 2]
    all.push({ kind: 'fuzz', angle, q, birth, a: random(), b: random(), fork: 0, bend: 0 })
  }
  return all
}

export const LASTING_STRANDS: number = MAX_STREAMERS * (1 + HAIRS_PER_STREAMER)

const KINDS = { fuzz: 0, streamer: 1, hair: 2 } as const

export const STRAND_FLOATS = 8

/** Packs strands in the shader's layout: angle, q, birth, kind, a, b, fork, bend. */
export function packStrands(all: readonly Strand[]): Float32Array<ArrayBuffer> {
  const packed = new Float32Array(all.length * STRAND_FLOATS)
  for (const [i, s] of all.entries()) {
    packed.set([s.angle, s.q, s.birth, KINDS[s.kind], s.a, s.b, s.fork, s.bend], i * STRAND_FLOATS)
  }
  return packed
}
