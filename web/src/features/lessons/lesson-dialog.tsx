import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { usePreloadedCelebration } from '#features/celebration'
import { read } from '#lib/query-client'
import { Dialog } from '#ui/overlay/dialog'
import { LessonClaim } from './claim/lesson-claim.tsx'
import { LessonLab } from './lab/lazy-lesson-lab.ts'
import styles from './lesson-dialog.module.css'
import { LessonHeader } from './lesson-header.tsx'
import { isLabMissing, type LessonEvent, type LessonProgress } from './lesson-progress.ts'
import { LessonQuiz } from './quiz/lesson-quiz.tsx'
import { LessonReading, NextStep, nextHint } from './reading/lesson-reading.tsx'
import { partsOf } from './reading/parts.ts'
import { useLessonActions } from './use-lesson-actions.ts'

interface LessonDialogProps {
  lesson: Lesson
  open: boolean
  progress: LessonProgress
  dispatch: (event: LessonEvent) => void
  /** The next lesson that can be claimed today, if there is one. */
  next: Lesson | undefined
  onNext: (lesson: Lesson) => void
  onClose: () => void
  onClosed: () => void
}

export default function LessonDialog(props: LessonDialogProps) {
  const { lesson, open, progress, dispatch, next, onNext, onClose, onClosed } = props
  const { data: status } = useQuery({ ...read('GET /api/lessons/:id/status', { id: lesson.id }), enabled: open })
  const { answer, claim } = useLessonActions(lesson, { isOpen: open, dispatch, onClaimed: onClose })
  usePreloadedCelebration()
  const heading = useRef<HTMLHeadingElement>(null)
  const { view } = progress

  const labMissing = isLabMissing(lesson, progress)
  const resume = useRef(dispatch)
  resume.current = dispatch
  useEffect(() => {
    if (status) resume.current({ type: 'status', ...status, labMissing })
  }, [status, labMissing])

  const shown = progress.isWhole ? `${view}, whole` : view
  const focused = useRef(shown)
  useEffect(() => {
    if (focused.current === shown) return
    focused.current = shown
    heading.current?.focus()
  }, [shown])

  const pair = view === 'claim' || view === 'done'
  const size = !pair ? styles.column : view === 'done' && !next ? `${styles.pair} ${styles.dayOver}` : styles.pair
  const inCards = view === 'read' && !progress.isWhole && !lesson.completed
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      phone="full"
      className={`${size} ${inCards ? styles.cards : ''}`}
      initialFocus={heading}
    >
      {view === 'read' && (
        <LessonReading lesson={lesson} status={status} progress={progress} dispatch={dispatch} headingRef={heading} />
      )}
      {view === 'lab' && (
        <>
          <LessonHeader lesson={lesson} parts={partsOf(lesson, progress)} at="Do" titleRef={heading} />
          {/* Scrollable regions must be focusable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <section className={styles.body} tabIndex={0} aria-label="Lab">
            <Suspense fallback={<p className="text-ink-2">Opening the lab…</p>}>
              <LessonLab lessonId={lesson.id} onDone={() => dispatch({ type: 'lab-done' })} />
            </Suspense>
          </section>
          <div className={styles.footer}>
            <p className={styles.hint}>{nextHint(lesson, progress)}</p>
            <NextStep lesson={lesson} progress={progress} dispatch={dispatch} />
          </div>
        </>
      )}
      {view === 'quiz' && (
        <LessonQuiz lesson={lesson} progress={progress} dispatch={dispatch} answer={answer} headingRef={heading} />
      )}
      {pair && (
        <LessonClaim
          lesson={lesson}
          progress={progress}
          claim={claim}
          next={next}
          onNext={onNext}
          onClose={onClose}
          headingRef={heading}
        />
      )}
    </Dialog>
  )
}
