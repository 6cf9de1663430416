import { levelOfStreak } from '@aura/api/levels'
import { memo } from 'react'
import styles from './level-name.module.css'
import { LevelSigil } from './level-sigil.tsx'

export const LevelName = memo(function LevelName({ days }: { days: number }) {
  const level = levelOfStreak(days)
  return (
    <span data-aura={level.key} className={styles.level}>
      <LevelSigil level={level.key} />
      {level.name}
    </span>
  )
})
