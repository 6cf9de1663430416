import { levelOfStreak } from '@aura/api/levels'
import type { CSSProperties } from 'react'
import { type CalendarDay, dayLabel, paidOn } from './calendar-text.ts'
import styles from './streak.module.css'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const HIGHEST_AP = 90

interface CalendarTableProps {
  days: readonly CalendarDay[]
  today: string
  month: string
  selected: string | null
  onSelect: (day: string) => void
}

/** A line for each lesson, as high as its reward, on a base line that joins the days of the streak. */
export function CalendarTable({ days, today, month, selected, onSelect }: CalendarTableProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <td key={day.day} data-outside={!day.day.startsWith(month) || undefined}>
                <Day day={day} today={today} isSelected={day.day === selected} onSelect={() => onSelect(day.day)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayProps {
  day: CalendarDay
  today: string
  isSelected: boolean
  onSelect: () => void
}

function Day({ day, today, isSelected, onSelect }: DayProps) {
  const isToday = day.day === today
  const hasMore = day.state !== 'empty' || isToday
  const inside = (
    <>
      <span className={styles.top} aria-hidden={hasMore}>
        <span className={`num ${styles.date}`}>{Number(day.day.slice(8))}</span>
        <Corner day={day} isToday={isToday} />
      </span>
      <span className={styles.lines} aria-hidden={hasMore}>
        {day.lessons.map(({ id, auraEarned }) => (
          <i key={id} data-review={auraEarned === 0 || undefined} style={lineHeight(auraEarned)} />
        ))}
        {day.state === 'rested' && <em>rested</em>}
        {day.state === 'missed' && <em>missed</em>}
        {day.state === 'won-back' && <em>won back</em>}
        {day.state === 'skipped' && <em>skipped</em>}
      </span>
    </>
  )
  const marks = {
    className: styles.day,
    'data-state': day.state,
    'data-today': isToday || undefined,
    'data-future': day.day > today || undefined,
    'data-aura': day.streakDay === null ? 'none' : levelOfStreak(day.streakDay).key,
  }
  if (!hasMore) return <span {...marks}>{inside}</span>
  return (
    <button type="button" {...marks} aria-pressed={isSelected} onClick={onSelect}>
      <span className="sr-only">{dayLabel(day, today)}</span>
      {inside}
    </button>
  )
}

function Corner({ day, isToday }: { day: CalendarDay; isToday: boolean }) {
  const paid = paidOn(day)
  if (paid > 0) return <span className={`num ${styles.paid}`}>+{paid}</span>
  return isToday && day.lessons.length === 0 ? <span className={styles.today}>Today</span> : null
}

const lineHeight = (auraEarned: number): CSSProperties | undefined =>
  auraEarned > 0 ? ({ '--share': Math.min(1, auraEarned / HIGHEST_AP) } as CSSProperties) : undefined
