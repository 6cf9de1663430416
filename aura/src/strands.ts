import { type AuraShape, TAU } from './aura-shape.ts'
import { rng } from './random.ts'

/** One streamer per day of the streak, up to this many. */
export const MAX_STREAMERS = 60
const HAIRS_PER_STREAMER = 9
/** The angle of sunflower seeds: however many there are, each new one falls into the widest gap. */
const GOLDEN_ANGLE = 2.399963
/** A hair waits until its streamer has grown far enough to carry it. */
const HAIR_DELAY_DAYS = 0.35
/** Fuzz goes around the rim in steps of this, a prime: any first part of it is an even thinning of the whole. */
const SHUFFLE_STEP = 617

/** What decides one line of light for ever, whatever the day: where it is and when it was born. */
export interface Strand {
  kind: 'fuzz' | 'streamer' | 'hair'
  /** Where it leaves the rim, in radians; of a hair, where its streamer does. */
  angle: number
  /** Its own character, 0 to 1: length and sway. */
  q: number
  /** The day from which it grows. */
  birth: number
  /** Two more numbers of its own, 0 to 1. */
  a: number
  b: number
  /** Of a hair: where it forks off, as part of the streamer's length, and how far and to which side it bends. */
  fork: number
  bend: number
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

/** Every line an aura will ever have: first the streamers, each followed by its hairs, then the fuzz, shuffled. */
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

/** How many of the strands stand before the fuzz: what is never thinned out. */
export const LASTING_STRANDS: number = MAX_STREAMERS * (1 + HAIRS_PER_STREAMER)

const KINDS = { fuzz: 0, streamer: 1, hair: 2 } as const

/** Numbers per strand in what `packStrands` makes. */
export const STRAND_FLOATS = 8

/** The strands as a graphics card reads them, eight numbers each: angle, q, birth, kind, a, b, fork, bend. */
export function packStrands(all: readonly Strand[]): Float32Array<ArrayBuffer> {
  const packed = new Float32Array(all.length * STRAND_FLOATS)
  for (const [i, s] of all.entries()) {
    packed.set([s.angle, s.q, s.birth, KINDS[s.kind], s.a, s.b, s.fork, s.bend], i * STRAND_FLOATS)
  }
  return packed
}
