import type { LevelKey } from '@aura/api/levels'
import { formatShort, formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { serverNow } from '#lib/time/server-clock'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { useNearView } from '#ui/layout/near'
import { auraPlot } from './aura-plot.ts'
import styles from './profile.module.css'
import { dayText } from './profile-text.ts'

const LATEST = 7

export function AuraHistory({ id, level, isMine }: { id: string; level: LevelKey; isMine: boolean }) {
  const section = useRef<HTMLElement>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...read('GET /api/users/:id/aura', { id }),
    staleTime: 0,
    enabled: useNearView(section),
  })
  const plot = data && auraPlot(data, new Date(serverNow()).toISOString().slice(0, 10))
  return (
    <section ref={section} className={styles.history} data-aura={level} aria-labelledby="aura-history">
      <h2 id="aura-history">Aura Points over time</h2>
      {isPending && <Skeleton className="h-44" />}
      {data && !plot && (
        <EmptyState
          picture={<EmptyPlot />}
          title="No changes yet"
          action={
            isMine && (
              <Link className={buttonClass('secondary', 48)} href={paths.home}>
                Start Learning
              </Link>
            )
          }
        >
          {isMine ? 'Your first lesson draws the first point.' : 'The first lesson draws the first point.'}
        </EmptyState>
      )}
      {!isPending && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {plot && data && (
        <>
          <div className={styles.plot}>
            <span className={`num ${styles.top}`}>{formatShort(plot.top)}</span>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={plotText(data)}>
              <path d={plot.area} className={styles.area} />
              <path d={plot.line} className={styles.line} vectorEffect="non-scaling-stroke" />
            </svg>
            <p className={styles.ends}>
              <span>{dayText(plot.from)}</span>
              <span>{dayText(plot.to)}, days in UTC</span>
            </p>
          </div>
          <ul className={styles.days} aria-label="Most recent days with a change">
            {data
              .slice(-LATEST)
              .reverse()
              .map(({ day, change, total }) => (
                <li key={day}>
                  <span>{dayText(day)}</span>
                  <span className={`num ${styles.amount}`}>
                    {change >= 0 ? '+' : '−'}
                    {formatWhole(Math.abs(change))}
                  </span>
                  <span className={`num ${styles.amount}`}>{formatWhole(total)} AP</span>
                </li>
              ))}
          </ul>
        </>
      )}
    </section>
  )
}

function plotText(days: readonly { day: string; total: number }[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return ''
  return `From ${formatWhole(first.total)} points on ${dayText(first.day)} to ${formatWhole(last.total)} on ${dayText(last.day)}`
}

const EmptyPlot = () => (
  <svg width="240" height="96" viewBox="0 0 240 96" fill="none" stroke="currentColor" aria-hidden="true">
    <path d="M8 8v80h224" strokeWidth="1.5" strokeLinecap="round" />
    <path d="M8 80h44l36-16h40l36-24h32l36-20" strokeDasharray="2 5" strokeLinecap="round" />
    <circle cx="8" cy="80" r="4" strokeWidth="1.5" />
  </svg>
)
