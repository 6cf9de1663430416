import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useParams, useSearch } from 'wouter'
import { useAuth } from '#features/auth'
import { Difficulty, LessonLab, LessonText } from '#features/lessons'
import { ApiError } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Button, buttonClass } from '#ui/forms/button'
import { memberText, visitorText } from './check-text.ts'
import styles from './library.module.css'

export default function LessonScreen() {
  const { id = '' } = useParams()
  const { data: lesson, error, isFetching, refetch } = useQuery(read('GET /api/lessons/catalogue/:id', { id }))
  if (lesson) return <Loaded key={lesson.id} lesson={lesson} />
  if (!error) return <TickLoader text="Loading the lesson..." />
  const isUnknown = error instanceof ApiError && ['LESSON_NOT_FOUND', 'INVALID_REQUEST'].includes(error.code)
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className="h1">{isUnknown ? 'There is no such lesson' : 'Lesson'}</h1>
      {isUnknown ? (
        <p className={styles.lead}>
          <Link href={paths.lessons} className="text-link">
            All lessons
          </Link>
        </p>
      ) : (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

function Loaded({ lesson }: { lesson: PublicLesson }) {
  useTitle(lesson.title)
  const paragraph = Number(new URLSearchParams(useSearch()).get('paragraph')) || 0
  return (
    <main className={`page ${styles.screen}`}>
      <article className={styles.article}>
        <p className={styles.meta}>
          <Difficulty grade={lesson.difficulty} />
          <span>{lesson.estimatedReadTime} min read</span>
        </p>
        <h1 className="h1">{lesson.title}</h1>
        <LessonText lesson={lesson} paragraph={paragraph} />
        <Check lesson={lesson} />
      </article>
    </main>
  )
}

/** The check needs an account, because its results count and missed questions are repeated. */
function Check({ lesson }: { lesson: PublicLesson }) {
  const isMember = useAuth().state === 'authenticated'
  return (
    <section className={styles.check} aria-labelledby="check">
      <h2 id="check" className="h3">
        {lesson.hasLab ? 'Knowledge check and lab' : 'Knowledge check'}
      </h2>
      {isMember ? (
        <OnPath lesson={lesson} />
      ) : (
        <>
          <p>{visitorText(lesson)}</p>
          <Link href={paths.join(paths.lesson(lesson.id))} className={buttonClass()}>
            Join and start your path
          </Link>
        </>
      )}
      <p>
        <Link href={paths.lessons} className={styles.more}>
          All lessons
        </Link>
      </p>
    </section>
  )
}

function OnPath({ lesson }: { lesson: PublicLesson }) {
  const { data: path } = useQuery({ ...read('GET /api/lessons/path'), staleTime: 0 })
  const state = path?.units.flatMap(({ lessons }) => lessons).find(({ id }) => id === lesson.id)?.state
  return (
    <>
      {state && <p>{memberText(lesson, state)}</p>}
      {state === 'done' && lesson.hasLab && <LabAgain lessonId={lesson.id} />}
      <Link href={state === 'today' ? paths.home : paths.learn} className={buttonClass()}>
        {state === 'today' ? 'Open today’s lessons' : 'Open your path'}
      </Link>
    </>
  )
}

// The pressed button is gone, and the focus with it.
const focus = (section: HTMLElement | null): void => section?.focus()

function LabAgain({ lessonId }: { lessonId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button kind="secondary" onClick={() => setIsOpen(true)}>
        Play the Lab Again
      </Button>
    )
  }
  return (
    <section ref={focus} tabIndex={-1} className={styles.lab} aria-label="Lab">
      <Suspense fallback={<p>Opening the lab…</p>}>
        <LessonLab lessonId={lessonId} isReplay />
      </Suspense>
    </section>
  )
}
