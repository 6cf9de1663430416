import { levelOfStreak } from '@aura/api/levels'
import { LevelSigil } from './level-sigil.tsx'

/** A level's sign and name, in its colour. */
export function LevelName({ days, className = '' }: { days: number; className?: string }) {
  const level = levelOfStreak(days)
  return (
    <span
      data-aura={level.key}
      className={`inline-flex items-center gap-1.5 font-display text-[min(.875rem,4.4vw)] leading-none font-semibold whitespace-nowrap text-aura-text ${className}`}
    >
      <LevelSigil level={level.key} />
      {level.name}
    </span>
  )
}
