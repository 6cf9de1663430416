import type { Recap } from '@aura/api/calls/recap'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { EmptyRule } from '#aura/empty-rule.tsx'
import { useCurrentUser } from '#features/auth'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Button, buttonClass } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import { lazyPart } from '#ui/layout/lazy-part'
import { BestMoment } from './best-moment.tsx'
import styles from './recap.module.css'
import { dayLabel, dayName, mondayText, weekText } from './recap-texts.ts'

/** Apart, so that this screen doesn’t come with the others that make videos. */
const ClipButton = lazyPart(() => import('#aura/clip/clip-button.tsx'), { name: 'The button for a video' })

export default function RecapScreen() {
  const { id } = useParams<{ id?: string }>()
  return id === undefined ? <Latest /> : <OfWeek week={id} />
}

function Latest() {
  const { data, error, isFetching, refetch } = useQuery({ ...read('GET /api/recap'), staleTime: 0 })
  if (!data && !error) return <TickLoader text="Loading your week..." />
  return (
    <Page>
      {!data && <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />}
      {data?.recap && <Week recap={data.recap} />}
      {data && !data.recap && (
        <EmptyState
          picture={<EmptyRule />}
          title={`Your first recap comes on ${mondayText(data.nextOn)}`}
          action={<Start />}
        >
          Each Monday you see here what you learned in the week before, your battles, and the best moment as a picture.
        </EmptyState>
      )}
    </Page>
  )
}

function OfWeek({ week }: { week: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/recap/:week', { week }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!data && !error) return <TickLoader text="Loading your week..." />
  const isMissing = ['RECAP_NOT_FOUND', 'INVALID_REQUEST'].includes(errorCode(error) ?? '')
  return (
    <Page>
      {data && <Week recap={data} />}
      {!data && isMissing && (
        <EmptyState
          title="There is no recap of this week"
          action={
            <Link href={paths.recap} className={buttonClass('secondary', 48)}>
              Latest week
            </Link>
          }
        >
          A week has one once it is over, from the week you joined.
        </EmptyState>
      )}
      {!data && !isMissing && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const Page = ({ children }: { children: ReactNode }) => (
  <main className={`page ${styles.screen}`}>
    <h1 className="h1">Your week</h1>
    {children}
  </main>
)

const Start = () => (
  <Link href={paths.homeWithLesson} className={buttonClass('primary', 48)}>
    Start a lesson
  </Link>
)

function Week({ recap }: { recap: Recap }) {
  const { figures, best, week, streak } = recap
  return (
    <>
      <WeekBar recap={recap} />
      <Days days={recap.days} aura={auraOf(streak)} />
      {figures.length === 0 ? (
        <EmptyState picture={<EmptyRule />} title="A quiet week" action={<Start />}>
          Nothing happened this week. That’s fine: one lesson lights today’s line.
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <section aria-labelledby="figures">
            <h2 id="figures" className={styles.heading}>
              What happened
            </h2>
            <Figures recap={recap} />
            <div className={styles.actions}>
              <WeekVideo key={week} recap={recap} />
            </div>
          </section>
          {best && <BestMoment key={week} week={week} best={best} />}
        </div>
      )}
    </>
  )
}

function WeekVideo({ recap }: { recap: Recap }) {
  const user = useCurrentUser()
  const load = async (signal: AbortSignal) => {
    const { weekClip } = await import('./clip/week-clip.ts')
    return weekClip(recap, user, signal)
  }
  return (
    <Suspense fallback={<Button kind="secondary" className="invisible" />}>
      <ClipButton load={load} />
    </Suspense>
  )
}

const auraOf = (streak: number): string => (streak > 0 ? levelOfStreak(streak).key : 'none')

function WeekBar({ recap: { week, until, previous, next } }: { recap: Recap }) {
  const [, navigate] = useLocation()
  return (
    <div className={styles.bar}>
      <p aria-live="polite">{weekText(week, until)}</p>
      <IconButton
        label="Previous week"
        icon={<ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />}
        aria-disabled={previous === null || undefined}
        onClick={() => previous !== null && navigate(paths.recapOf(previous))}
      />
      <IconButton
        label="Next week"
        icon={<ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
        aria-disabled={next === null || undefined}
        onClick={() => next !== null && navigate(paths.recapOf(next))}
      />
    </div>
  )
}

const Days = ({ days, aura }: { days: Recap['days']; aura: string }) => (
  <ol className={styles.days} data-aura={aura} aria-label="Days">
    {days.map((day) => (
      <li key={day.day} data-state={day.state}>
        <span className="sr-only">{dayLabel(day)}</span>
        <span aria-hidden="true">{dayName(day.day)}</span>
      </li>
    ))}
  </ol>
)

function Figures({ recap: { figures, streak } }: { recap: Recap }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ number, words, note, path }) => (
        <div key={words}>
          <dt>
            {path === null ? words : <Link href={path}>{words}</Link>}
            {note && <span className={styles.note}>{note}</span>}
          </dt>
          <dd className="num">{number}</dd>
        </div>
      ))}
      {streak > 0 && (
        <div>
          <dt>
            <Link href={paths.streak}>day streak</Link>
            <span className={styles.note}>at the end of the week</span>
          </dt>
          <dd className={`num ${styles.streak}`} data-aura={auraOf(streak)}>
            {formatWhole(streak)}
          </dd>
        </div>
      )}
    </dl>
  )
}
