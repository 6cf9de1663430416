import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { Difficulty } from '#features/lessons'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import styles from './library.module.css'

export default function LessonsScreen() {
  const { data: lessons, error, isFetching, refetch } = useQuery(read('GET /api/lessons/catalogue'))
  if (!lessons && !error) return <TickLoader text="Loading lessons..." />
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className="h1">Lessons</h1>
      <p className={styles.lead}>
        Free to read. Each ends with a check that pays Aura Points once you have joined. Words you don’t know are in the{' '}
        <Link href={paths.glossary} className="text-link">
          glossary
        </Link>
        .
      </p>
      {!lessons && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      <ol className={styles.lessons}>
        {lessons?.map(({ id, title, difficulty, estimatedReadTime, hook }) => (
          <li key={id}>
            <p className={styles.meta}>
              <Difficulty grade={difficulty} />
              <span>{estimatedReadTime} min read</span>
            </p>
            <h2>
              <Link href={paths.lesson(id)}>{title}</Link>
            </h2>
            <p>{hook}</p>
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </main>
  )
}
