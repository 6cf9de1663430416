import { AURA_LEVELS, type LevelKey } from '@aura/api/levels'
import { sigilRays } from '@aura/drawing/sigil-rays'

const rays = (level: LevelKey): string => sigilRays((AURA_LEVELS.findIndex(({ key }) => key === level) + 1) * 2)

/** Each level has two more rays, so that levels don't depend on colour alone. */
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
