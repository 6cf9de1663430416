import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { useLevelPerks } from '#aura/level-perks.ts'
import { LevelSigil } from '#aura/level-sigil.tsx'
import { useCurrentUser } from '#features/auth'
import styles from './leaderboard.module.css'

const SORTED = [...AURA_LEVELS].sort((a, b) => a.minDays - b.minDays)

export function LevelSystem() {
  const perks = useLevelPerks()
  const mine = levelOfStreak(useCurrentUser().currentStreak)
  return (
    <section className={styles.levels} aria-labelledby="level-system">
      <h2 id="level-system">Aura Level System</h2>
      <ul>
        {SORTED.map((level) => (
          <li key={level.key} data-aura={level.key}>
            <LevelSigil level={level.key} />
            <span className={styles.levelName}>
              <b>{level.name}</b>
              {level.key === mine.key && <span className={styles.you}>You</span>}
            </span>
            <span className={styles.levelDays}>
              {level.minDays} {level.maxDays === null ? 'and up' : `to ${level.maxDays}`}
              <span className="sr-only"> days</span>
            </span>
            {perks.map(({ name, figure }) => (
              <span key={name} className={`num ${styles.times}`}>
                {figure(level.key)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
