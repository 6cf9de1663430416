import { TAU } from '@aura/drawing/aura-shape'

const DISCS = [48, 192] as const

function ticks(x: number): string {
  let path = ''
  for (let i = 0; i < 30; i++) {
    const angle = (i / 30) * TAU
    const at = (r: number) => `${(x + Math.cos(angle) * r).toFixed(1)} ${(48 + Math.sin(angle) * r).toFixed(1)}`
    path += `M${at(30)}L${at(34)}`
  }
  return path
}

export function EmptyDuel() {
  return (
    <svg width="240" height="96" viewBox="0 0 240 96" fill="none" stroke="currentColor" aria-hidden="true">
      {DISCS.map((x) => (
        <g key={x}>
          <circle cx={x} cy="48" r="25" strokeWidth="1.5" />
          <path d={ticks(x)} strokeLinecap="round" />
        </g>
      ))}
      <path d="M120 40l8 8-8 8-8-8z" strokeWidth="1.5" />
      <path d="M88 48h18M134 48h18" strokeDasharray="2 5" strokeLinecap="round" />
    </svg>
  )
}
