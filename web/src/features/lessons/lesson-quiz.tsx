import type { Lesson } from '@aura/api/calls/lessons'
import { ArrowLeft } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import { errorText } from '#lib/error-text'
import { useNow } from '#lib/time/use-now'
import { Notice } from '#ui/feedback/notice'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { RadioList } from '#ui/forms/radio-list'
import { errorTexts } from './error-texts.ts'
import styles from './lesson-dialog.module.css'
import { LessonHeader } from './lesson-header.tsx'
import { type LessonEvent, type LessonProgress, secondsToWait } from './lesson-progress.ts'
import type { useLessonActions } from './use-lesson-actions.ts'

interface LessonQuizProps {
  lesson: Lesson
  progress: LessonProgress
  dispatch: (event: LessonEvent) => void
  answer: ReturnType<typeof useLessonActions>['answer']
  headingRef: Ref<HTMLHeadingElement>
}

const BACK = 'action-link font-semibold'

export function LessonQuiz({ lesson, progress, dispatch, answer, headingRef }: LessonQuizProps) {
  const question = useId()
  const explanation = useId()
  const { selected, tried, wrong } = progress
  const panel = useRef<HTMLDivElement>(null)
  const focusedFor = useRef(wrong)
  useEffect(() => {
    if (wrong && wrong !== focusedFor.current) panel.current?.focus()
    focusedFor.current = wrong
  }, [wrong])

  const back = (
    <button type="button" className={`text-ink ${BACK}`} onClick={() => dispatch({ type: 'lesson-reopened' })}>
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      Back to the lesson
    </button>
  )
  return (
    <>
      <LessonHeader lesson={lesson} progress={1} />
      <div className={styles.body}>
        <h3 ref={headingRef} tabIndex={-1} id={question} className={styles.question}>
          {lesson.quizQuestion}
        </h3>
        <RadioList
          labelledBy={question}
          describedBy={wrong ? explanation : undefined}
          options={lesson.quizOptions}
          selected={selected}
          onSelect={(option) => dispatch({ type: 'selected', option })}
          struck={tried}
          struckNote="Your answer"
        />
        <div className="mt-5 grid gap-4">
          {wrong && (
            <Notice id={explanation} ref={panel} tone="danger" title="Incorrect Answer" action={back}>
              <p>{wrong.explanation}</p>
              <p>{wrong.message}</p>
            </Notice>
          )}
          {answer.error && (
            <Notice tone="danger" title={errorText(answer.error, errorTexts.quiz).title}>
              {errorText(answer.error, errorTexts.quiz).description}
            </Notice>
          )}
          {!wrong && <div>{back}</div>}
        </div>
      </div>
      <SubmitBar progress={progress} answer={answer} />
    </>
  )
}

function SubmitBar({ progress, answer }: Pick<LessonQuizProps, 'progress' | 'answer'>) {
  const waiting = useWait(progress)
  const { selected } = progress
  const submit = () => {
    if (selected !== null) answer.mutate(selected)
  }
  const explainDisabled = () => {
    if (selected !== null || waiting > 0) return
    toast({
      title: 'Please select an answer',
      description: 'Choose one of the options before submitting.',
      kind: 'destructive',
    })
  }
  return (
    <div className={styles.footer}>
      <p className={styles.hint}>
        {waiting > 0 ? (
          <>
            You can answer again in <b className="num text-ink">{waiting} s</b>
          </>
        ) : (
          'A wrong answer costs nothing.'
        )}
      </p>
      <Button
        className={styles.action ?? ''}
        busy={answer.isPending && 'Checking...'}
        disabled={selected === null || waiting > 0}
        onClick={submit}
        onDisabledClick={explainDisabled}
      >
        Submit Answer
      </Button>
    </div>
  )
}

function useWait(progress: LessonProgress): number {
  const left = () => secondsToWait(progress, Date.now())
  useNow(left() > 0 ? 200 : null)
  return left()
}
