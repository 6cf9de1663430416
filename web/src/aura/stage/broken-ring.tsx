import { AURA_LEVELS } from '@aura/api/levels'
import { TAU } from '@aura/drawing/aura-shape'

const CENTRE = 300
const RADIUS = 196
const GAP = [7, 8, 9, 10]
const TALL = AURA_LEVELS.map((level) => level.minDays).filter((day) => day <= 15)

function ticks(): string {
  let path = ''
  for (let day = 0; day < 30; day++) {
    if (GAP.includes(day)) continue
    const angle = -Math.PI / 2 + (day / 30) * TAU
    const length = TALL.includes(day) ? 40 : 20
    const at = (r: number) =>
      `${(CENTRE + Math.cos(angle) * r).toFixed(1)} ${(CENTRE + Math.sin(angle) * r).toFixed(1)}`
    path += `M${at(RADIUS + 12)}L${at(RADIUS + 12 + length)}`
  }
  return path
}

export function BrokenRing() {
  return (
    <svg
      viewBox="0 0 600 600"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={ticks()} />
      <g className="stroke-ink">
        <path d="M458.6 415.2A196 196 0 1 1 491.7 259.2" strokeWidth="2.5" />
        <path d="M528 404l22 9M509 442l20 13M540 470l12 16" />
      </g>
    </svg>
  )
}
