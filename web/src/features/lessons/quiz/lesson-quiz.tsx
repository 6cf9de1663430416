import type { Lesson, LessonCheck } from '@aura/api/calls/lessons/lesson'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useNow } from '#lib/time/use-now'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'
import styles from '../lesson-dialog.module.css'
import { LessonHeader } from '../lesson-header.tsx'
import { type Given, isComplete, type LessonEvent, type LessonProgress, secondsToWait } from '../lesson-progress.ts'
import { partsOf } from '../reading/parts.ts'
import { isStaleCheck, type useLessonActions } from '../use-lesson-actions.ts'
import { AnswerForm } from './answer-form.tsx'
import { Explanation } from './explanation.tsx'
import { ResponseForm } from './response-form.tsx'
import { restText } from './rest-text.ts'

interface LessonQuizProps {
  lesson: Lesson
  progress: LessonProgress
  dispatch: (event: LessonEvent) => void
  answer: ReturnType<typeof useLessonActions>['answer']
  headingRef: Ref<HTMLHeadingElement>
}

const BACK = 'action-link font-semibold'

export function LessonQuiz({ lesson, progress, dispatch, answer, headingRef }: LessonQuizProps) {
  const heading = useId()
  const explanation = useId()
  const { given, response } = progress
  const check = progress.check ?? lesson.check
  const question = given?.question ?? check?.question
  const panel = useRef<HTMLDivElement>(null)
  const [unansweredId, setUnansweredId] = useState<string | null>(null)
  const focusedFor = useRef(given)
  useEffect(() => {
    if (given && given !== focusedFor.current) panel.current?.focus()
    focusedFor.current = given
  }, [given])
  if (!check || !question) return null

  const back = (
    <button
      type="button"
      className={`text-ink ${BACK}`}
      onClick={() => dispatch({ type: 'lesson-reopened', ...(given && { paragraph: given.paragraph }) })}
    >
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      Back to the lesson
    </button>
  )
  const missesAnswer = unansweredId === question.id && !isComplete(response) && !given
  return (
    <AnswerForm>
      <LessonHeader lesson={lesson} parts={partsOf(lesson, progress)} at="Check" />
      <div className={styles.body}>
        <p className="mb-2 text-ink-2">{placeText(check, given)}</p>
        <h3 ref={headingRef} tabIndex={-1} id={heading} className={styles.question}>
          {question.text}
        </h3>
        <ResponseForm
          key={question.id}
          question={question}
          response={response}
          onRespond={(its) => dispatch({ type: 'responded', response: its })}
          given={given}
          labelledBy={heading}
          describedBy={given ? explanation : undefined}
        />
        <div className="mt-5 grid gap-4">
          {given && (
            <Explanation
              id={explanation}
              ref={panel}
              given={given}
              action={back}
              {...(check.triesLeft > 0 && { warning: triesText(check) })}
            />
          )}
          <div role="alert" className={styles.alert}>
            {missesAnswer && (
              <Notice tone="danger" title="Please select an answer">
                Choose one of the options before submitting.
              </Notice>
            )}
            {answer.error && !given && !missesAnswer && !isStaleCheck(answer.error) && (
              <Notice tone="danger" title={errorText(answer.error, errorTexts.quiz).title}>
                {errorText(answer.error, errorTexts.quiz).description}
              </Notice>
            )}
          </div>
          {!given && <div>{back}</div>}
        </div>
      </div>
      <ActionBar
        lessonId={lesson.id}
        check={check}
        question={question}
        progress={progress}
        dispatch={dispatch}
        answer={answer}
        onUnanswered={() => setUnansweredId(question.id)}
      />
    </AnswerForm>
  )
}

function placeText({ done, needed }: LessonCheck, given: Given | null): string {
  // A correct response on screen is already counted.
  const place = given?.correct ? done : done + 1
  return needed === 1 ? 'One right answer passes the check.' : `Right answer ${place} of ${needed}`
}

type ActionBarProps = Pick<LessonQuizProps, 'progress' | 'dispatch' | 'answer'> & {
  lessonId: string
  check: LessonCheck
  question: Given['question']
  onUnanswered: () => void
}

function ActionBar({ lessonId, check, question, progress, dispatch, answer, onUnanswered }: ActionBarProps) {
  const waiting = useWait(progress)
  const { given, response } = progress
  const rests = check.triesLeft === 0
  if (given && rests) {
    return (
      <div className={styles.footer}>
        <p className={styles.hint}>
          <Rest lessonId={lessonId} />
        </p>
      </div>
    )
  }
  if (given) {
    return (
      <div className={styles.footer}>
        <p className={styles.hint}>{waiting > 0 ? <Wait seconds={waiting} /> : given.correct && triesText(check)}</p>
        <Button
          type="submit"
          className={styles.action ?? ''}
          disabled={waiting > 0}
          onClick={() => dispatch({ type: 'next-question' })}
        >
          Next Question
        </Button>
      </div>
    )
  }
  const submit = () => {
    if (isComplete(response)) answer.mutate({ question, day: check.day, response })
  }
  const explainDisabled = () => {
    if (!isComplete(response) && waiting === 0 && !rests) onUnanswered()
  }
  return (
    <div className={styles.footer}>
      <p className={styles.hint}>{waiting > 0 ? <Wait seconds={waiting} /> : triesText(check)}</p>
      <Button
        type="submit"
        className={styles.action ?? ''}
        busy={answer.isPending && 'Checking...'}
        disabled={rests || !isComplete(response) || waiting > 0}
        onClick={submit}
        onDisabledClick={explainDisabled}
      >
        Submit Answer
      </Button>
    </div>
  )
}

function Rest({ lessonId }: { lessonId: string }) {
  const { data: lessons = [] } = useQuery(read('GET /api/lessons/daily'))
  const { data: review } = useQuery(read('GET /api/review'))
  return restText(lessonId, { lessons, review })
}

const Wait = ({ seconds }: { seconds: number }) => (
  <>
    You can answer again in <b className="num text-ink">{seconds} s</b>
  </>
)

function triesText({ triesLeft }: LessonCheck): string {
  if (triesLeft === 0) return 'This check rests until tomorrow.'
  if (triesLeft === LESSON_RULES.checkWrongAnswers) return 'A wrong answer costs no AP.'
  const left = triesLeft === 1 ? 'One more wrong answer' : 'Two more wrong answers'
  return `${left}, and this check rests until tomorrow.`
}

function useWait(progress: LessonProgress): number {
  const left = () => secondsToWait(progress, Date.now())
  useNow(left() > 0 ? 200 : null)
  return left()
}
