import { levelOfStreak } from '@aura/api/levels'
import { memo } from 'react'
import styles from './level-name.module.css'
import { LevelSigil } from './level-sigil.tsx'

interface LevelNameProps {
  days: number
  /** Colour of a battle's side, which replaces the level's: there a person has one colour. */
  accent?: string
}

export const LevelName = memo(function LevelName({ days, accent }: LevelNameProps) {
  const level = levelOfStreak(days)
  return (
    <span data-aura={accent ?? level.key} className={styles.level}>
      <LevelSigil level={level.key} />
      {level.name}
    </span>
  )
})
