import type { Lesson } from '@aura/api/calls/lessons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { read } from '#lib/query-client'
import { Dialog } from '#ui/overlay/dialog'
import { LessonClaim } from './lesson-claim.tsx'
import styles from './lesson-dialog.module.css'
import type { LessonEvent, LessonProgress } from './lesson-progress.ts'
import { LessonQuiz } from './lesson-quiz.tsx'
import { LessonReading } from './lesson-reading.tsx'
import { useLessonActions } from './use-lesson-actions.ts'

interface LessonDialogProps {
  lesson: Lesson
  open: boolean
  progress: LessonProgress
  dispatch: (event: LessonEvent) => void
  onClose: () => void
  onClosed: () => void
}

/** Progress survives closing. */
export default function LessonDialog({ lesson, open, progress, dispatch, onClose, onClosed }: LessonDialogProps) {
  const { data: status } = useQuery({ ...read('GET /api/lessons/:id/status', { id: lesson.id }), enabled: open })
  const { answer, claim } = useLessonActions(lesson, { isOpen: open, dispatch, onClaimed: onClose })
  const heading = useRef<HTMLHeadingElement>(null)
  const { view } = progress

  const resume = useRef(dispatch)
  resume.current = dispatch
  useEffect(() => {
    if (status) resume.current({ type: 'status', ...status })
  }, [status])

  const focusedView = useRef(view)
  useEffect(() => {
    if (focusedView.current === view) return
    focusedView.current = view
    heading.current?.focus()
  }, [view])

  const pair = view === 'claim' || view === 'done'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      phone="full"
      className={(pair ? styles.pair : styles.column) ?? ''}
      initialFocus={heading}
    >
      {view === 'read' && (
        <LessonReading lesson={lesson} status={status} progress={progress} dispatch={dispatch} headingRef={heading} />
      )}
      {view === 'quiz' && (
        <LessonQuiz lesson={lesson} progress={progress} dispatch={dispatch} answer={answer} headingRef={heading} />
      )}
      {pair && <LessonClaim lesson={lesson} progress={progress} claim={claim} onClose={onClose} headingRef={heading} />}
    </Dialog>
  )
}
