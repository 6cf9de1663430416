import { TAU } from './aura-shape.ts'

const RAYS = 10

/** A level's rays as an SVG path in a box of 16 by 16 around a circle of 3.3; the first `lit` are long. */
export function sigilRays(lit: number): string {
  let path = ''
  for (let i = 0; i < RAYS; i++) {
    const angle = -Math.PI / 2 + (i / RAYS) * TAU
    const at = (r: number) => `${(8 + Math.cos(angle) * r).toFixed(2)} ${(8 + Math.sin(angle) * r).toFixed(2)}`
    path += `M${at(5.1)}L${at(i < lit ? 7.5 : 5.3)}`
  }
  return path
}
