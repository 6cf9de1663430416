import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import type { CalendarDay } from './calendar-text.ts'
import styles from './streak.module.css'

export function Legend({ days }: { days: readonly CalendarDay[] }) {
  const live = days.filter(({ state }) => state === 'streak')
  const levels = AURA_LEVELS.filter(({ key }) =>
    live.some(({ streakDay }) => streakDay !== null && levelOfStreak(streakDay).key === key),
  )
  const hasUnpaid = days.some(({ lessons }) => lessons.some(({ auraEarned }) => auraEarned === 0))
  return (
    <p className={styles.legend}>
      {levels.map(({ key, name }) => (
        <span key={key} data-aura={key}>
          <i className="bg-aura" />
          {name}
        </span>
      ))}
      {days.some(({ state }) => state === 'earlier') && (
        <span>
          <i className="bg-line-2" />
          earlier streak
        </span>
      )}
      {days.some(({ state }) => state === 'rested') && (
        <span>
          <i className={styles.restedMark} />
          rested: the streak held
        </span>
      )}
      <span>
        Each line is a lesson or a review. Its height shows what it paid.{hasUnpaid && ' A stub paid nothing.'}
      </span>
    </p>
  )
}
