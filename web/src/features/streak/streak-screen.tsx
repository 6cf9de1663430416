import type { StreakCalendar } from '@aura/api/calls/streak'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { UprightButton } from '#aura/upright-button.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Button } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import { shareAddress } from '#ui/forms/share-buttons'
import { CalendarTable } from './calendar-table.tsx'
import { firstSelected, monthFrom, monthName, monthTitle } from './calendar-text.ts'
import { DayDetails } from './day-details.tsx'
import { Legend } from './legend.tsx'
import { RestDays } from './rest-days.tsx'
import { endedText, winBackText } from './rest-text.ts'
import styles from './streak.module.css'
import { streakQuery } from './streak-query.ts'

const MONTH = /^\d{4}-\d{2}$/

function useMonth(): string | undefined {
  const month = new URLSearchParams(useSearch()).get('month')
  return month !== null && MONTH.test(month) ? month : undefined
}

export default function StreakScreen() {
  const month = useMonth()
  const { data, error, isFetching, refetch } = useQuery({ ...streakQuery(month), placeholderData: keepPreviousData })
  if (data) return <Streak calendar={data} />
  if (!error) return <TickLoader text="Loading your streak..." />
  return (
    <main className="page">
      <h1 className="sr-only">Streak</h1>
      <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
    </main>
  )
}

function Streak({ calendar }: { calendar: StreakCalendar }) {
  const { currentStreak, month, days, today } = calendar
  const [chosen, setChosen] = useState<string | null>(null)
  const selected = days.find(({ day }) => day === chosen) ?? days.find(({ day }) => day === firstSelected(calendar))
  return (
    <main className={`page ${styles.streak}`}>
      <div className={styles.head}>
        <h1 className={styles.title}>
          <span
            className={`num ${styles.count}`}
            data-aura={currentStreak > 0 ? levelOfStreak(currentStreak).key : 'none'}
          >
            {currentStreak}
          </span>{' '}
          <span className={styles.words}>day streak</span>
        </h1>
        <Figures calendar={calendar} />
        {currentStreak > 0 && <ShareStreak days={currentStreak} />}
      </div>
      <p className={styles.rest}>
        {endedText(calendar) ?? <RestDays rest={calendar.rest} />}
        {calendar.winBack && (
          <>
            {' '}
            <Link href={paths.home} className="text-link">
              {winBackText(calendar)}
            </Link>
          </>
        )}
      </p>
      <div className={styles.columns}>
        <section aria-labelledby="month">
          <MonthBar calendar={calendar} />
          <CalendarTable
            days={days}
            today={today}
            month={month}
            selected={selected?.day ?? null}
            onSelect={setChosen}
          />
          <Legend days={days} />
        </section>
        {selected && <DayDetails day={selected} today={today} />}
      </div>
    </main>
  )
}

function ShareStreak({ days }: { days: number }) {
  const { id } = useCurrentUser()
  const title = `${days} ${days === 1 ? 'day' : 'days'} in a row on Aura`
  const url = location.origin + paths.user(id)
  return (
    <div className={styles.share}>
      <Button kind="secondary" size={48} onClick={() => void shareAddress({ title, text: title, url })}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        Share my streak
      </Button>
      <UprightButton
        address={`/share/profiles/${id}-upright.jpg`}
        fileName={`aura-streak-${days}.jpg`}
        title={title}
        text={`${title}: ${url}`}
      />
    </div>
  )
}

function Figures({ calendar }: { calendar: StreakCalendar }) {
  const { auraInMonth, longestStreak, lessonsFinished, month } = calendar
  return (
    <dl className={styles.figures}>
      <div>
        <dd className="num">{formatWhole(auraInMonth)} AP</dd>
        <dt>paid in {monthName(month)}</dt>
      </div>
      <div>
        <dd className="num">
          {longestStreak} {longestStreak === 1 ? 'day' : 'days'}
        </dd>
        <dt>longest streak</dt>
      </div>
      <div>
        <dd className="num">{formatWhole(lessonsFinished)}</dd>
        <dt>{lessonsFinished === 1 ? 'lesson finished' : 'lessons finished'}</dt>
      </div>
    </dl>
  )
}

function MonthBar({ calendar: { month, firstDay, today } }: { calendar: StreakCalendar }) {
  const [, navigate] = useLocation()
  const now = today.slice(0, 7)
  const go = (to: string) => navigate(to === now ? paths.streak : `${paths.streak}?month=${to}`)
  const [before, after] = [monthFrom(month, -1), monthFrom(month, 1)]
  const hasBefore = before >= (firstDay ?? today).slice(0, 7)
  const hasAfter = after <= now
  return (
    <div className={styles.month}>
      <h2 id="month" aria-live="polite">
        {monthTitle(month)}
      </h2>
      <IconButton
        label={monthTitle(before)}
        icon={<ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />}
        aria-disabled={!hasBefore || undefined}
        onClick={() => hasBefore && go(before)}
      />
      <IconButton
        label={monthTitle(after)}
        icon={<ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
        aria-disabled={!hasAfter || undefined}
        onClick={() => hasAfter && go(after)}
      />
    </div>
  )
}
