import type { StreakCalendar } from '@aura/api/calls/streak'
import { keptText, nextRestText } from './rest-text.ts'
import styles from './streak.module.css'

export function KeptRests({ kept }: Pick<StreakCalendar['rest'], 'kept'>) {
  const text = keptText({ kept })
  return <b className="font-strong text-ink">{text.charAt(0).toUpperCase() + text.slice(1)}.</b>
}

export function RestDays({ rest }: { rest: StreakCalendar['rest'] }) {
  return (
    <>
      <span className={styles.rests} aria-hidden="true">
        {Array.from({ length: rest.mostKept }, (_, mark) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks are alike and never reordered
          <i key={mark} data-kept={mark < rest.kept || undefined} />
        ))}
      </span>
      <KeptRests kept={rest.kept} /> {nextRestText(rest)}
    </>
  )
}
