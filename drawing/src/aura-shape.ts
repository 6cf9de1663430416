import { hash32, rng } from './random.ts'

export const TAU = Math.PI * 2

export interface AuraShape {
  seed: number
  days: number
  /** Three waves around the rim that form the silhouette. */
  lobes: readonly { k: number; a: number; phase: number }[]
  twist: number
  reach: number
  /** `font-stretch` of the initial inside the ring, in percent. */
  letterWidth: number
}

const AMPLITUDES = [0.26, 0.2, 0.12] as const

/** The id decides the silhouette; days and points how lit it is. */
export function auraShape(id: string, days: number, auraPoints: number): AuraShape {
  const seed = hash32(id)
  const random = rng(seed)
  const lobes = ([2, 3, 5] as const).map((k, i) => ({
    k: k + (random() < 0.5 ? 0 : 1),
    a: (AMPLITUDES[i] ?? 0) * (0.6 + 0.8 * random()),
    phase: random() * TAU,
  }))
  const turn = random()
  const twist = (turn < 0.5 ? -1 : 1) * (0.3 + 0.5 * Math.abs(turn - 0.5) * 2)
  const letterWidth = 60 + Math.round(random() * 5) * 25
  const reach = Math.min(1, 0.3 + 0.7 * (Math.log10(1 + Math.max(0, auraPoints)) / 6))
  return { seed, days, lobes, twist, reach, letterWidth }
}

export const envelope = (shape: AuraShape, angle: number): number =>
  shape.lobes.reduce((sum, { k, a, phase }) => sum + a * Math.cos(k * angle + phase), 1)
