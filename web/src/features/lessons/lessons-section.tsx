import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { levelOfStreak } from '@aura/api/levels'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { EmptyRule } from '#aura/empty-rule.tsx'
import { LevelSigil } from '#aura/level-sigil.tsx'
import { useCurrentUser } from '#features/auth'
import { browserStore } from '#lib/browser-storage'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { browserTimeZone, isSameTimeZone } from '#lib/time/time-zones'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { lazyPart } from '#ui/layout/lazy-part'
import { lateDialog } from '#ui/overlay/late-dialog'
import { WhatChanged } from './changes/lazy-what-changed.ts'
import { nextLesson } from './claim/next-lesson.ts'
import { errorTexts } from './error-texts.ts'
import { LessonCard } from './lesson-card.tsx'
import { advance, type LessonEvent, type LessonProgress, START } from './lesson-progress.ts'
import styles from './lessons.module.css'
import { type Reader, readReading, saveReading, saveWhole, wantsWhole } from './reading/saved-reading.ts'
import { ReviewPanel } from './review/review-panel.tsx'

const DayDone = lazyPart(async () => ({ default: (await import('./claim/day-done.tsx')).DayDone }))
const LessonDialog = lateDialog(() => import('./lesson-dialog.tsx'))
const SKELETONS = ['one', 'two', 'three']

export function LessonsSection() {
  const { currentStreak } = useCurrentUser()
  const { data: lessons, error, isPending, refetch, isFetching } = useQuery(read('GET /api/lessons/daily'))
  return (
    <section aria-labelledby="level-up">
      <div className={styles.head}>
        <h2 id="level-up" className="h2">
          Level Up Today
        </h2>
        <Link href={paths.streak} className={styles.streak}>
          <LevelSigil level={levelOfStreak(currentStreak).key} size={18} />
          {currentStreak} day streak
        </Link>
      </div>
      {isPending && <LessonSkeletons />}
      {!isPending && !lessons && (
        <LoadFailed
          text={errorText(error, errorTexts.loadLessons).description}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {lessons?.length === 0 && (
        <EmptyState picture={<EmptyRule />} title="Check back soon for new content">
          New lessons drop daily to help you master the crypto space. Lessons reset daily at midnight.
        </EmptyState>
      )}
      {lessons && lessons.length > 0 && <Lessons lessons={lessons} />}
      {lessons?.[0] && <ResetCountdown until={lessons[0].availableUntil} />}
      {lessons && <ReviewPanel />}
      {lessons && (
        <Suspense>
          <WhatChanged isOffer level="h3" />
        </Suspense>
      )}
    </section>
  )
}

function Lessons({ lessons }: { lessons: readonly Lesson[] }) {
  const { id: userId } = useCurrentUser()
  const [openId, setOpenId] = useState<string | null>(null)
  const [opened, setOpened] = useState<Lesson | null>(null)
  const [progress, setProgress] = useState<Record<string, LessonProgress>>({})
  const dayEnds = lessons[0]?.availableUntil
  const [progressUntil, setProgressUntil] = useState(dayEnds)
  if (progressUntil !== dayEnds) {
    setProgressUntil(dayEnds)
    setProgress((all) =>
      Object.fromEntries(Object.entries(all).map(([id, before]) => [id, advance(before, { type: 'day-changed' })])),
    )
  }
  // A lesson open at midnight stays, because it may still be claimed.
  const shown = lessons.find((lesson) => lesson.id === opened?.id) ?? opened
  const left = lessons.find((lesson) => !lesson.completed)
  const next = nextLesson(lessons) ?? left
  const open = (lesson: Lesson) => {
    setOpenId(lesson.id)
    setOpened(lesson)
  }
  useAskedLesson(() => {
    if (next) open(next)
  })
  const progressOf = (lessonId: string, all = progress) => all[lessonId] ?? resumed({ userId, lessonId })
  const dispatch = (lessonId: string, event: LessonEvent) => {
    const reader = { userId, lessonId }
    setProgress((all) => ({ ...all, [lessonId]: advance(progressOf(lessonId, all), event) }))
    if (event.type === 'guessed') saveReading(browserStore, reader, { guess: event.option })
    if (event.type === 'card-shown') saveReading(browserStore, reader, { card: event.card })
    if (event.type === 'layout-changed') saveWhole(browserStore, !progressOf(lessonId).isWhole)
  }
  return (
    <>
      {left ? (
        <div className={styles.cards}>
          {lessons.map((lesson) => (
            <LessonCard key={lesson.id} lesson={lesson} next={lesson === next} onOpen={() => open(lesson)} />
          ))}
        </div>
      ) : (
        <Suspense fallback={<LessonSkeletons />}>
          <DayDone lessons={lessons} onOpen={open} />
        </Suspense>
      )}
      {shown && (
        <LessonDialog
          key={shown.id}
          lesson={shown}
          open={openId === shown.id}
          progress={progressOf(shown.id)}
          dispatch={(event) => dispatch(shown.id, event)}
          next={nextLesson(lessons, shown.id)}
          onNext={open}
          onClose={() => setOpenId(null)}
          onClosed={() => dispatch(shown.id, { type: 'closed' })}
        />
      )}
    </>
  )
}

const resumed = (reader: Reader): LessonProgress => ({
  ...START,
  ...readReading(browserStore, reader),
  isWhole: wantsWhole(browserStore),
})

/** Opens the lesson for `?open=lesson`, and removes it from the address so that a reload does not open it again. */
function useAskedLesson(open: () => void) {
  const isAsked = new URLSearchParams(useSearch()).get('open') === 'lesson'
  const newest = useRef(open)
  newest.current = open
  useEffect(() => {
    if (!isAsked) return
    navigate(paths.home, { replace: true })
    newest.current()
  }, [isAsked])
}

function ResetCountdown({ until }: { until: string }) {
  const nowMs = useServerNow(1_000)
  return (
    <p className={styles.reset}>
      <span>Lessons reset daily at midnight</span>
      <span>
        New lessons in <span className="num text-ink">{countdown(Date.parse(until) - nowMs)}</span>
      </span>
      <OtherZone />
    </p>
  )
}

const ZONES_SEEN = 'aura-zones-seen'

/** Tells people whose device is in another zone, e.g. on a journey, until they have looked at the setting. */
function OtherZone() {
  const { timeZone } = useCurrentUser()
  const here = browserTimeZone()
  const zones = `${timeZone} ${here}`
  const isSeen = browserStore.getItem(ZONES_SEEN) === zones
  if (here === undefined || isSameTimeZone(here, timeZone) || isSeen) return null
  return (
    <span>
      Midnight in {timeZone.replaceAll('_', ' ')}. This device is set to {here.replaceAll('_', ' ')}.{' '}
      <Link href={paths.settings} className="text-link" onClick={() => browserStore.setItem(ZONES_SEEN, zones)}>
        Change your time zone
      </Link>
    </span>
  )
}

function LessonSkeletons() {
  return (
    <div className={styles.cards} aria-busy="true">
      {SKELETONS.map((key) => (
        <div key={key} className={styles.card}>
          <Skeleton className="mb-5 h-5 w-3/5" />
          <Skeleton className="mb-3 h-7 w-11/12" />
          <Skeleton className="mb-2 h-4" />
          <Skeleton className="mb-2 h-4" />
          <Skeleton className="mb-6 h-4 w-4/5" />
          <Skeleton className="h-12 w-34" />
        </div>
      ))}
    </div>
  )
}
