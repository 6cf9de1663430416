import { AURA_LEVELS, type LevelKey } from '@aura/api/levels'
import { TAU } from '@aura/aura/aura-shape'

const RAYS = 10

function rays(level: LevelKey): string {
  const lit = (AURA_LEVELS.findIndex((l) => l.key === level) + 1) * 2
  let path = ''
  for (let i = 0; i < RAYS; i++) {
    const angle = -Math.PI / 2 + (i / RAYS) * TAU
    const at = (r: number) => `${(8 + Math.cos(angle) * r).toFixed(2)} ${(8 + Math.sin(angle) * r).toFixed(2)}`
    path += `M${at(5.1)}L${at(i < lit ? 7.5 : 5.3)}`
  }
  return path
}

/** A level's sign: two rays for the first level, two more for each, so that it never depends on colour alone. */
export function LevelSigil({ level, size = 16 }: { level: LevelKey; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="3.3" strokeWidth="1.5" fill={level === 'vader' ? 'currentColor' : 'none'} />
      <path d={rays(level)} strokeWidth="1.4" />
    </svg>
  )
}
