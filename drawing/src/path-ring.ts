import { TAU } from './aura-shape.ts'

export interface PathRay {
  unit: number
  lesson: number
  path: string
  mark: { x: number; y: number }
}

export interface PathRing {
  radius: number
  centre: number
  arcs: string[]
  rays: PathRay[]
}

const GAP = 0.09
const BUNDLE = [0.62, 0.84, 1, 0.84, 0.62] as const
/** Share of a lesson's slot. */
const BUNDLE_WIDTH = 0.56

/** Draws units as a ring, clockwise from the top. A lesson is a bundle of rays whose length is `heights`, 0 to 1. */
export function pathRing(units: readonly { heights: readonly number[] }[], size: number): PathRing {
  const centre = size / 2
  const radius = size * 0.33
  const room = centre - radius - 10
  const lessons = units.reduce((sum, { heights }) => sum + heights.length, 0)
  const slot = lessons === 0 ? 0 : (TAU - GAP * units.length) / lessons
  const at = (angle: number, r: number) => ({ x: centre + Math.cos(angle) * r, y: centre + Math.sin(angle) * r })
  const point = (angle: number, r: number) => {
    const { x, y } = at(angle, r)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const arcs: string[] = []
  const rays: PathRay[] = []
  let angle = -Math.PI / 2 + GAP / 2
  for (const [unit, { heights }] of units.entries()) {
    const span = heights.length * slot
    const isLarge = span > Math.PI ? 1 : 0
    arcs.push(
      `M${point(angle, radius)}A${radius.toFixed(1)} ${radius.toFixed(1)} 0 ${isLarge} 1 ${point(angle + span, radius)}`,
    )
    for (const [lesson, height] of heights.entries()) {
      const middle = angle + (lesson + 0.5) * slot
      const path = BUNDLE.map((share, i) => {
        const turn = middle + (i / (BUNDLE.length - 1) - 0.5) * slot * BUNDLE_WIDTH
        return `M${point(turn, radius + 7)}L${point(turn, radius + 9 + room * height * share)}`
      }).join('')
      rays.push({ unit, lesson, path, mark: at(middle, radius - 9) })
    }
    angle += span + GAP
  }
  return { radius, centre, arcs, rays }
}
