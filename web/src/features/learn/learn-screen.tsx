import type { LearningPath, LessonOnPath } from '@aura/api/calls/lessons/path'
import { useQuery } from '@tanstack/react-query'
import { Check, Circle, CircleDot } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { Difficulty, PlacementOffer, WhatChanged } from '#features/lessons'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { buttonClass } from '#ui/forms/button'
import styles from './learn.module.css'
import { dayText, doneIn, lessonsOf, pathNote, questionsDue, ringLabel, unitNote, waitingReview } from './path-text.ts'
import { UnitRing } from './unit-ring.tsx'

export default function LearnScreen() {
  const { data, error, isFetching, refetch } = useQuery({ ...read('GET /api/lessons/path'), staleTime: 0 })
  if (data) return <Path path={data} />
  if (!error) return <TickLoader text="Loading your path..." />
  return (
    <main className="page">
      <h1 className="sr-only">Your path</h1>
      <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
    </main>
  )
}

function Path({ path }: { path: LearningPath }) {
  const lessons = lessonsOf(path)
  return (
    <main className={`page ${styles.learn}`}>
      <div className={styles.head}>
        <div className={styles.picture}>
          <UnitRing units={path.units} label={ringLabel(path)} />
          <p className={styles.middle}>
            {path.knownPercent === null ? (
              <>
                <span>Lessons</span>
                <b className="num">
                  {doneIn(lessons)}/{lessons.length}
                </b>
              </>
            ) : (
              <>
                <span>You still know</span>
                <b className="num">{path.knownPercent}%</b>
              </>
            )}
          </p>
        </div>
        <div className={styles.words}>
          <h1 className="h1">Your path</h1>
          <p className="text-ink-2">{pathNote(path)}</p>
          <NextStep path={path} />
        </div>
      </div>
      <Suspense>
        <WhatChanged isOffer />
      </Suspense>
      <div className={styles.units}>
        {path.units.map((unit) => (
          <Unit key={unit.id} unit={unit} next={path.nextLessonId} />
        ))}
      </div>
      <Suspense>
        <WhatChanged />
      </Suspense>
    </main>
  )
}

function NextStep({ path }: { path: LearningPath }) {
  const { data: review } = useQuery({ ...read('GET /api/review'), staleTime: 0 })
  const lesson = lessonsOf(path).find(({ id }) => id === path.nextLessonId)
  if (!lesson && !review) return null
  const waiting = review ? waitingReview(review) : null
  if (!lesson && !waiting) return <p className="text-ink-2">Nothing is left for today.</p>
  return (
    <div className={styles.next}>
      <p>
        <span className="text-ink-2">{lesson ? 'Next lesson' : 'Review'}</span>
        <b>{lesson ? lesson.title : waiting}</b>
        {lesson && waiting && <span className="text-ink-2">Review: {waiting}</span>}
      </p>
      <Link href={paths.home} className={buttonClass('primary', 48)}>
        {lesson ? 'Build Aura' : 'Review'}
      </Link>
    </div>
  )
}

function Unit({ unit, next }: { unit: LearningPath['units'][number]; next: string | null }) {
  const heading = `unit-${unit.id}`
  return (
    <section className={styles.unit} aria-labelledby={heading}>
      <div className={styles.unitHead}>
        <h2 id={heading} className="h2">
          {unit.title}
        </h2>
        {unit.finishedOn && (
          <Badge tone="ok">
            <Check size={14} aria-hidden="true" />
            Finished {dayText(unit.finishedOn)}
          </Badge>
        )}
      </div>
      <p className="text-ink-2">{unit.line}</p>
      <p className={styles.note}>{unitNote(unit)}</p>
      <ol className={styles.lessons}>
        {unit.lessons.map((lesson) => (
          <Lesson key={lesson.id} lesson={lesson} isNext={lesson.id === next} />
        ))}
      </ol>
      <PlacementOffer unit={unit} placement={unit.placement} />
    </section>
  )
}

const ICONS = { done: Check, today: CircleDot, later: Circle } as const

function stateText({ state, day }: LessonOnPath, isNext: boolean): string {
  if (state === 'done') return day === null ? 'Done' : `Done ${dayText(day)}`
  if (state === 'today') return isNext ? 'Next' : 'Today'
  return 'Later'
}

function Lesson({ lesson, isNext }: { lesson: LessonOnPath; isNext: boolean }) {
  const Icon = ICONS[lesson.state]
  return (
    <li className={styles.lesson} data-state={lesson.state}>
      <Icon size={20} strokeWidth={2} aria-hidden="true" />
      <div>
        <h3 className="h3">
          <Link href={paths.lesson(lesson.id)} className={styles.title ?? ''}>
            {lesson.title}
          </Link>
        </h3>
        <p className={styles.meta}>
          <Difficulty grade={lesson.difficulty} />
          <span>{stateText(lesson, isNext)}</span>
          {lesson.due > 0 && <span className={styles.due}>{questionsDue(lesson.due)}</span>}
        </p>
      </div>
      <span className={`num ${styles.reward}`}>{lesson.state === 'done' ? '' : `+${lesson.auraReward}`}</span>
    </li>
  )
}
