import { type AuraShape, envelope, TAU } from './aura-shape.ts'

/** A tick per day closes the ring after thirty. */
const RING_DAYS = 30

export interface RingTicks {
  radius: number
  lit: string
  unlit: string
  stroke: number
}

export function ringTicks(shape: AuraShape, size: number): RingTicks {
  const radius = size * (size < 36 ? 0.34 : 0.36)
  const centre = size / 2
  // The tallest tick ends half a pixel inside the square.
  const room = centre - radius - 2.5
  let lit = ''
  let unlit = ''
  for (let day = 0; day < RING_DAYS; day++) {
    const angle = -Math.PI / 2 + (day / RING_DAYS) * TAU
    const height = Math.max(0.35, Math.min(1.5, envelope(shape, angle))) / 1.5
    const from = radius + 2
    const isLit = day < shape.days
    const to = from + (isLit ? Math.max(2, room * height) : 1.2)
    const at = (r: number) =>
      `${(centre + Math.cos(angle) * r).toFixed(1)} ${(centre + Math.sin(angle) * r).toFixed(1)}`
    const tick = `M${at(from)}L${at(to)}`
    if (isLit) lit += tick
    else unlit += tick
  }
  return { radius, lit, unlit, stroke: size >= 64 ? 1.6 : 1.3 }
}

/** Draws the dial of a person without a streak: thirty ticks, tall where a level begins. */
export function dialTicks(levelDays: readonly number[], radius: number, centre: number): string {
  let path = ''
  for (let day = 0; day < RING_DAYS; day++) {
    const angle = -Math.PI / 2 + (day / RING_DAYS) * TAU
    const from = radius + 6
    const to = from + (levelDays.includes(day) ? 20 : 12)
    const at = (r: number) =>
      `${(centre + Math.cos(angle) * r).toFixed(1)} ${(centre + Math.sin(angle) * r).toFixed(1)}`
    path += `M${at(from)}L${at(to)}`
  }
  return path
}
