import { TAU } from './aura-shape.ts'

/** The rays of the product's sign as an SVG path, in a box of 24 by 24 around a circle of 5.6. */
export const LOGO_RAYS =
  'M12.00 4.80L12.00 3.51M14.22 5.15L14.66 3.80M16.23 6.18L17.86 3.93M17.82 7.77L21.35 5.21M18.85 9.78L23.35 8.31M19.20 12.00L22.76 12.00M18.85 14.22L20.67 14.82M17.82 16.23L18.80 16.94M16.23 17.82L17.27 19.25M14.22 18.85L15.26 22.04M12.00 19.20L12.00 23.87M9.78 18.85L8.39 23.11M7.77 17.82L6.01 20.24M6.18 16.23L4.94 17.13M5.15 14.22L3.97 14.61M4.80 12.00L2.58 12.00M5.15 9.78L1.44 8.57M6.18 7.77L2.29 4.95M7.77 6.18L5.37 2.87M9.78 5.15L9.03 2.86'

const RAYS = 10

/** The rays of a level's sign as an SVG path, in a box of 16 by 16 around a circle of 3.3: the first `lit` are long. */
export function sigilRays(lit: number): string {
  let path = ''
  for (let i = 0; i < RAYS; i++) {
    const angle = -Math.PI / 2 + (i / RAYS) * TAU
    const at = (r: number) => `${(8 + Math.cos(angle) * r).toFixed(2)} ${(8 + Math.sin(angle) * r).toFixed(2)}`
    path += `M${at(5.1)}L${at(i < lit ? 7.5 : 5.3)}`
  }
  return path
}
