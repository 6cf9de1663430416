import type { TrialLesson } from '@aura/api/calls/lessons/trial'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Difficulty, errorTexts, paragraphs } from '#features/lessons'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useNow } from '#lib/time/use-now'
import { useWrite } from '#lib/use-write'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { RadioList } from '#ui/forms/radio-list'
import { announceTrial, hasPassedTrial } from './passed-trial.ts'
import styles from './trial-lesson.module.css'
import { TrialRing } from './trial-ring.tsx'

/** The first lesson for visitors. `onKeep` leads to joining, after which the signed-in pages claim it. */
export default function TrialLessonCard({ onKeep }: { onKeep: () => void }) {
  const { data: lesson, error, isPending, isFetching, refetch } = useQuery(read('GET /api/lessons/trial'))
  const [passed, setPassed] = useState<{ explanation: string | null } | null>(() =>
    hasPassedTrial() ? { explanation: null } : null,
  )
  const [isAsking, setAsking] = useState(false)
  const [attempt, setAttempt] = useState(NO_ATTEMPT)
  const heading = useRef<HTMLHeadingElement>(null)
  const step = passed ? 'passed' : isAsking ? 'asking' : 'reading'
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current?.focus()
  }, [step])
  if (isPending) return <TrialSkeleton />
  if (!lesson) {
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <div className={styles.card}>
      <TrialRing auraPoints={lesson.auraReward} isLit={passed !== null} />
      <div className={styles.lesson}>
        <p className={styles.meta}>
          <Difficulty grade={lesson.difficulty} />
          <span>{readSeconds(lesson)} seconds</span>
          <span className={`num ${styles.reward}`}>+{lesson.auraReward} AP</span>
        </p>
        {passed && <Passed lesson={lesson} explanation={passed.explanation} onKeep={onKeep} headingRef={heading} />}
        {!passed && !isAsking && <Reading lesson={lesson} onAsk={() => setAsking(true)} headingRef={heading} />}
        {!passed && isAsking && (
          <Asking
            lesson={lesson}
            attempt={attempt}
            onAttempt={setAttempt}
            onPass={(explanation) => {
              setPassed({ explanation })
              announceTrial()
            }}
            onRead={() => setAsking(false)}
            headingRef={heading}
          />
        )}
      </div>
    </div>
  )
}

interface StepProps {
  lesson: TrialLesson
  headingRef: Ref<HTMLHeadingElement>
}

function Reading({ lesson, onAsk, headingRef }: StepProps & { onAsk: () => void }) {
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1} className={styles.title}>
        {lesson.title}
      </h3>
      <div className={styles.opening}>
        {paragraphs(lesson.opening).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <ol className={styles.takeaways}>
        {lesson.keyTakeaways.map((text, i) => (
          <li key={text}>
            <span className="num">{i + 1}</span>
            {text}
          </li>
        ))}
      </ol>
      <Button size={48} onClick={onAsk}>
        Answer one question
      </Button>
    </>
  )
}

/** Survives going back to the lesson. */
interface Attempt {
  tried: readonly number[]
  wrong: string | null
  retryAtMs: number
}

const NO_ATTEMPT: Attempt = { tried: [], wrong: null, retryAtMs: 0 }

interface AskingProps extends StepProps {
  attempt: Attempt
  onAttempt: (attempt: Attempt) => void
  onPass: (explanation: string) => void
  onRead: () => void
}

function Asking({ lesson, attempt, onAttempt, onPass, onRead, headingRef }: AskingProps) {
  const { tried, wrong, retryAtMs } = attempt
  const [selected, setSelected] = useState<number | null>(null)
  const wait = useSecondsUntil(retryAtMs)
  const panel = useRef<HTMLDivElement>(null)
  const focusedFor = useRef(attempt)
  useEffect(() => {
    if (attempt.wrong !== null && attempt !== focusedFor.current) panel.current?.focus()
    focusedFor.current = attempt
  }, [attempt])
  const answer = useWrite({
    send: (option: number) => request('POST /api/lessons/trial/quiz', { body: { answer: option } }),
    onSuccess: (result, option) => {
      if (result.correct) return onPass(result.explanation)
      setSelected(null)
      onAttempt({
        tried: [...tried, option],
        wrong: result.explanation,
        retryAtMs: Date.now() + result.retryAfterMs,
      })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'QUIZ_RETRY_TOO_SOON') return
      onAttempt({ ...attempt, retryAtMs: Date.now() + Number(error.data.retryAfterMs) })
    },
  })
  const isResting = wait > LESSON_RULES.quizRetrySeconds
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (selected !== null && wait === 0 && !answer.isPending) answer.mutate(selected)
  }
  return (
    <form onSubmit={submit}>
      <h3 ref={headingRef} tabIndex={-1} id="trial-question" className={styles.question}>
        {lesson.quizQuestion}
      </h3>
      <RadioList
        labelledBy="trial-question"
        describedBy={wrong === null ? undefined : 'trial-wrong'}
        options={lesson.quizOptions}
        selected={selected}
        onSelect={setSelected}
        struck={tried}
        struckNote="Your answer"
      />
      <div className={styles.outcome}>
        {wrong !== null && (
          <Notice id="trial-wrong" ref={panel} tone="danger" title="Incorrect Answer">
            <p>{wrong}</p>
          </Notice>
        )}
        {isResting && (
          <Notice tone="info" title="This question rests">
            <p>
              That was {LESSON_RULES.trialWrongAnswers} wrong answers. Read the lesson again and come back in{' '}
              {Math.ceil(wait / 60)} {wait <= 60 ? 'minute' : 'minutes'}.
            </p>
          </Notice>
        )}
        {answer.error && !isResting && wait === 0 && (
          <Notice tone="danger" title={errorText(answer.error, errorTexts.quiz).title}>
            {errorText(answer.error, errorTexts.quiz).description}
          </Notice>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          type="submit"
          size={48}
          busy={answer.isPending && 'Checking...'}
          disabled={selected === null || wait > 0}
        >
          Submit Answer
        </Button>
        <Button kind="ghost" size={48} onClick={onRead}>
          Read it again
        </Button>
        <p className={styles.hint}>
          {wait > 0 && !isResting ? `You can answer again in ${wait} s` : 'A wrong answer costs nothing.'}
        </p>
      </div>
    </form>
  )
}

interface PassedProps extends StepProps {
  /** Null after the page was reloaded. */
  explanation: string | null
  onKeep: () => void
}

function Passed({ lesson, explanation, onKeep, headingRef }: PassedProps) {
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1} className={styles.title}>
        Line 1 is lit
      </h3>
      <div className={styles.opening}>
        {explanation !== null && <p>{explanation}</p>}
        <p>
          Join within {LESSON_RULES.trialKeptHours} hours and it is yours: day 1 of your streak and {lesson.auraReward}{' '}
          AP. You won’t have to read or answer it again.
        </p>
      </div>
      <Button size={56} onClick={onKeep}>
        Keep it
      </Button>
    </>
  )
}

function TrialSkeleton() {
  return (
    <div className={styles.card} aria-busy="true">
      <Skeleton className={`rounded-round ${styles.ring}`} />
      <div className={styles.lesson}>
        <Skeleton className="mb-4 h-5 w-3/5" />
        <Skeleton className="mb-4 h-8 w-11/12" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}

const WORDS_A_SECOND = 220 / 60

/** Returns the reading time, rounded to tens. */
function readSeconds({ opening, keyTakeaways }: TrialLesson): number {
  const words = [opening, ...keyTakeaways].join(' ').split(/\s+/).length
  return Math.max(1, Math.round(words / WORDS_A_SECOND / 10)) * 10
}

function useSecondsUntil(atMs: number): number {
  const left = () => Math.max(0, Math.ceil((atMs - Date.now()) / 1_000))
  useNow(left() > 0 ? 200 : null)
  return left()
}
