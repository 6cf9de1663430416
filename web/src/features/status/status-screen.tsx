import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { calendarFormat, timesIn } from '#lib/time/times'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import styles from './status.module.css'
import {
  availability,
  daysWithTrouble,
  lookOf,
  PART_NAMES,
  type PartStatus,
  STATE_WORDS,
  type Status,
  verdict,
} from './status.ts'

const REFRESH_MS = 30_000

export default function StatusScreen() {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/status'),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  if (!data && !error) return <TickLoader text="Loading the status..." />
  return (
    <main className={`page ${styles.status}`}>
      <h1 className="h1 pt-10">Status</h1>
      {data ? (
        <Parts status={data} isOld={error !== null} />
      ) : (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const UTC = timesIn('UTC')

function Parts({ status: { parts, since, checkedAt }, isOld }: { status: Status; isOld: boolean }) {
  return (
    <>
      <p className={styles.verdict} role="status">
        {isOld ? 'Aura isn’t responding. This is what it said last.' : verdict(parts)}
      </p>
      <p className={styles.note}>
        Checked {UTC.day(checkedAt)}, {UTC.seconds(checkedAt)} UTC.
        {since !== null &&
          ` Measured every minute since ${UTC.day(since)}. A minute that no server recorded counts as down.`}
      </p>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <Part key={part.part} {...part} />
        ))}
      </ul>
      <Trouble parts={parts} />
    </>
  )
}

const ICONS = { up: CircleCheck, degraded: CircleAlert, down: CircleX }

function Part({ part, state, days }: PartStatus) {
  const { name, about } = PART_NAMES[part]
  const Icon = ICONS[state]
  const share = availability(days)
  return (
    <li className={styles.part}>
      <h2>{name}</h2>
      <p className={styles.state} data-state={state}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {STATE_WORDS[state]}
      </p>
      <p className={styles.about}>{about}</p>
      {share !== null && (
        <p className={styles.share}>
          <span className="num">{share}</span> over {days.length === 1 ? 'today' : `${days.length} days`}
        </p>
      )}
      <ul className={styles.days} aria-hidden="true">
        {days.map((day) => (
          <li key={day.day} data-state={lookOf(day)} />
        ))}
      </ul>
    </li>
  )
}

const dayText = calendarFormat({ day: 'numeric', month: 'long' })

function Trouble({ parts }: { parts: Status['parts'] }) {
  const days = daysWithTrouble(parts)
  return (
    <section aria-labelledby="trouble" className={styles.trouble}>
      <h2 id="trouble">Days with trouble</h2>
      {days.length === 0 && <p className={styles.note}>None so far. Days are in UTC.</p>}
      <dl>
        {days.map(({ day, troubles }) => (
          <div key={day}>
            <dt>{dayText(day)}</dt>
            {troubles.map((trouble) => (
              <dd key={trouble}>{trouble}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
