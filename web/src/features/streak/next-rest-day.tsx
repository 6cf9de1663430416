import { KeptRests } from './rest-days.tsx'
import { nextRestText } from './rest-text.ts'
import styles from './streak.module.css'
import { useStreakCalendar } from './streak-query.ts'

/** A dot for each day that a rest day takes, lit as they are earned. */
export function NextRestDay() {
  const rest = useStreakCalendar()?.rest
  if (!rest) return null
  const earned = rest.kept < rest.mostKept ? rest.progress : rest.earnedBy
  return (
    <p className="text-sm text-ink-2">
      <span className={styles.rests} role="img" aria-label={`${earned} of ${rest.earnedBy} days`}>
        {Array.from({ length: rest.earnedBy }, (_, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks are alike and never reordered
          <i key={day} data-kept={day < earned || undefined} />
        ))}
      </span>
      <KeptRests kept={rest.kept} /> {nextRestText(rest)}
    </p>
  )
}
