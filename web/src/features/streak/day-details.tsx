import { levelOfStreak } from '@aura/api/levels'
import { Link } from 'wouter'
import { LevelSigil } from '#aura/level-sigil.tsx'
import { useCurrentUser } from '#features/auth'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'
import { type CalendarDay, dayNote, LESSON_GONE, paidOn, shortDay, timeOf } from './calendar-text.ts'
import styles from './streak.module.css'

const GRADES = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const

export function DayDetails({ day, today }: { day: CalendarDay; today: string }) {
  const { lessons, streakDay } = day
  const { timeZone } = useCurrentUser()
  const level = streakDay === null ? null : levelOfStreak(streakDay)
  return (
    <section className={styles.details} aria-live="polite" aria-labelledby="day" data-aura={level?.key ?? 'none'}>
      <h2 id="day">{shortDay(day.day)}</h2>
      {level && (
        <p className={styles.rank}>
          Day {streakDay}
          <span className="inline-flex items-center gap-1.5 font-display font-strong text-aura-text">
            <LevelSigil level={level.key} />
            {level.name}
          </span>
          {day.state === 'earlier' && <span>earlier streak</span>}
        </p>
      )}
      {lessons.length > 0 && (
        <>
          <ol>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                <b>{lesson.title ?? LESSON_GONE}</b>
                <span className={`num ${styles.earned}`}>{lesson.auraEarned > 0 ? `+${lesson.auraEarned}` : '0'}</span>
                <span className={styles.when}>
                  {[timeOf(lesson, timeZone), lesson.difficulty && GRADES[lesson.difficulty], lesson.review && 'Review']
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ol>
          <p className={styles.sum}>
            Paid
            <span className="num">
              {paidOn(day) > 0 && '+'}
              {paidOn(day)} <small>AP</small>
            </span>
          </p>
        </>
      )}
      <p className={styles.note}>{dayNote(day, today)}</p>
      {day.day === today && lessons.length === 0 && (
        <Link href={paths.home} className={buttonClass('secondary', 48, 'mt-4')}>
          Build Aura
        </Link>
      )}
    </section>
  )
}
