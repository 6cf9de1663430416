import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { NextRestDay } from '#features/streak'
import { read } from '#lib/query-client'
import { AfterLessons } from './after-lessons.tsx'
import styles from './day-done.module.css'

/** What brings the learner back tomorrow, after the day's last lesson. */
export default function DayEnd() {
  return (
    <div className={styles.end}>
      <Tomorrow />
      <NextRestDay />
      <Suspense>
        <AfterLessons />
      </Suspense>
    </div>
  )
}

function Tomorrow() {
  const { data: path } = useQuery(read('GET /api/lessons/path'))
  const [first, ...others] = path?.tomorrow ?? []
  if (!first) return null
  return (
    <p className="text-ink-2">
      Tomorrow: <b className="font-strong text-ink">{first.title}</b>
      {others.length > 0 && ` and ${others.length} more`}
    </p>
  )
}
