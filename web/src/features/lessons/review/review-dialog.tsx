import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { celebrate, holdFigures, usePreloadedCelebration } from '#features/celebration'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { read, readKey } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Button } from '#ui/forms/button'
import { celebrationOf, lightsDay } from '../claim/celebration-of.ts'
import { errorTexts } from '../error-texts.ts'
import { ReviewLab } from '../lab/lazy-lesson-lab.ts'
import styles from '../lesson-dialog.module.css'
import type { Response } from '../lesson-progress.ts'
import { QuestionRun } from '../quiz/question-run.tsx'
import { useResponse } from '../quiz/use-response.ts'
import { refetchDay } from '../refetch-day.ts'
import { failedText, LAB_TERMS, type Purpose, passedText, reviewText, WIN_BACK_FAILED } from './review-text.ts'

type Result = Answer<'POST /api/review/answer'>
type User = Answer<'GET /api/auth/user'>
type LabResult = Answer<'POST /api/review/lab'>
type Asked = NonNullable<Review['question']>

/** The lab on screen, and how it was judged. */
interface PlayedLab {
  lab: NonNullable<Review['lab']>
  result: LabResult
}

interface Given extends Result {
  question: Asked
  response: Response
  message: string
}

const TITLES: Record<Purpose, string> = {
  day: 'Review',
  streak: 'Win your streak back',
  changes: 'What changed',
}

interface ReviewDialogProps {
  purpose: Purpose
  /** For what changed. */
  month?: string
  open: boolean
  onClose: () => void
}

export default function ReviewDialog({ purpose, month, open, onClose }: ReviewDialogProps) {
  usePreloadedCelebration()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = purpose === 'day' ? {} : ({ for: purpose, ...(month !== undefined && { month }) } as const)
  const reading = read('GET /api/review', undefined, query)
  const { data: review } = useQuery({ ...reading, enabled: open })
  const [given, setGiven] = useState<Given | null>(null)
  const [played, setPlayed] = useState<PlayedLab | null>(null)
  const lab = given ? null : (played?.lab ?? review?.lab)
  const question = given?.question ?? review?.question
  const answering = useResponse(question)
  const show = (now: Review) => client.setQueryData(reading.queryKey, now)
  const onConflict = (error: unknown) => {
    // Answered in another tab, or the day is over.
    if (error instanceof ApiError && error.status === 409) void client.invalidateQueries(reading)
  }
  const start = useWrite({
    send: () => request('POST /api/review/start', { query }),
    onSuccess: show,
    onError: onConflict,
  })
  const postpone = useWrite({
    send: () => request('POST /api/review/lab/postpone'),
    onSuccess: show,
    onError: (error) => {
      onConflict(error)
      return toastFailure(error, errorTexts.review)
    },
  })
  const hold = () => {
    const user = client.getQueryData<User>(readKey('GET /api/auth/user'))
    return { user, release: holdFigures(user) }
  }
  const announce = async ({ counted }: Pick<Result, 'counted'>, user: User | undefined) => {
    if (!counted) return
    if (user && lightsDay(user, counted)) {
      const moment = celebrationOf(user, counted)
      void celebrate(purpose === 'day' ? moment : { ...moment, text: passedText(purpose, counted), isRegained: true })
    }
    await refetchDay(client)
  }
  const answer = useWrite({
    onMutate: hold,
    send: ({ question, response: its }: { question: Asked; response: Response }, idempotencyKey) =>
      request('POST /api/review/answer', {
        query,
        body: {
          lessonId: question.lessonId,
          questionId: question.id,
          answer: typeof its === 'object' ? [...its] : its,
        },
        idempotencyKey,
      }),
    onSuccess: async (result, asked, { user }) => {
      setGiven({ ...result, ...asked, message: '' })
      answering.clear()
      show(result.review)
      await announce(result, user)
    },
    onError: onConflict,
    onSettled: (_, __, ___, held) => held?.release(),
  })

  const begin = useRef(start.mutate)
  begin.current = start.mutate
  const state = review?.state
  useEffect(() => {
    if (open && state === 'ready' && !given && !played) begin.current()
  }, [open, state, given, played])
  const isOver = !given && !played && (state === 'done' || state === 'none')
  const begins = open && given === null
  const shown = isOver ? 'end' : begins ? (lab?.run ? 'lab' : 'question') : null
  useEffect(() => {
    if (shown) heading.current?.focus()
  }, [shown])

  const again = () => {
    setGiven(null)
    setPlayed(null)
    answering.clear()
  }
  const progress = review?.progress
  const ended = given ?? played?.result
  const labHeading = useId()
  return (
    <QuestionRun
      open={open}
      onClose={onClose}
      onClosed={again}
      title={TITLES[purpose]}
      about="What you have learned"
      headingRef={heading}
      progress={progress}
      question={question}
      given={given}
      answering={answering}
      errors={{ start: start.error, answer: answer.error, texts: errorTexts.review }}
      isChecking={answer.isPending}
      onSubmit={answer.mutate}
      onNext={again}
      lab={
        lab?.run && (
          // Scrollable regions must be focusable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <section className={styles.body} tabIndex={0} aria-labelledby={labHeading}>
            <h3 ref={heading} id={labHeading} tabIndex={-1} className={styles.question}>
              The lab of “{lab.lessonTitle}”, harder
            </h3>
            <p className="mb-4 text-ink-2">{LAB_TERMS}</p>
            <Suspense fallback={<p className="text-ink-2">Opening the lab…</p>}>
              <ReviewLab
                key={lab.run.seed}
                run={lab.run}
                result={played?.result ?? null}
                hold={hold}
                onResult={(result, user) => {
                  setPlayed({ lab, result })
                  show(result.review)
                  void announce(result, user)
                }}
                onConflict={onConflict}
              />
            </Suspense>
          </section>
        )
      }
      ending={
        review &&
        isOver && (
          <>
            <h3 ref={heading} tabIndex={-1} className={styles.question}>
              {state === 'done' ? 'Done for today' : 'The review is over'}
            </h3>
            <p className="text-ink-2">
              {purpose === 'streak' ? review.progress && WIN_BACK_FAILED : reviewText(review)}
            </p>
          </>
        )
      }
    >
      <p className={styles.hint}>{progress && !isOver && scoreText(progress)}</p>
      {ended && ended.outcome !== 'open' && (
        <Outcome purpose={purpose} given={ended} onClose={onClose} onAgain={again} />
      )}
      {lab?.run && !played && (
        <Button
          kind="secondary"
          className={styles.action ?? ''}
          busy={postpone.isPending && 'Putting it off...'}
          onClick={() => postpone.mutate()}
        >
          Answer a Question Instead
        </Button>
      )}
      {isOver && (
        <Button className={styles.action ?? ''} onClick={onClose}>
          Done
        </Button>
      )}
    </QuestionRun>
  )
}

const scoreText = ({ questions, rightAnswers, rightNeeded }: NonNullable<Review['progress']>): string =>
  rightNeeded > 0
    ? `${rightAnswers} right so far. ${rightNeeded} of ${questions} pass.`
    : `${rightAnswers} right so far.`

interface OutcomeProps {
  purpose: ReviewDialogProps['purpose']
  given: Pick<Result, 'outcome' | 'counted' | 'review'>
  onClose: () => void
  onAgain: () => void
}

function Outcome({ purpose, given, onClose, onAgain }: OutcomeProps) {
  const canRetry = given.outcome === 'failed' && given.review.state === 'ready'
  return (
    <>
      <p className={styles.hint} role="status">
        {given.outcome === 'passed' && (
          <span className="flex items-center gap-2 text-ok">
            <Check size={18} aria-hidden="true" />
            {passedText(purpose, given.counted)}
          </span>
        )}
        {given.outcome === 'failed' && (purpose === 'day' ? failedText(canRetry) : WIN_BACK_FAILED)}
      </p>
      <Button className={styles.action ?? ''} onClick={canRetry ? onAgain : onClose}>
        {canRetry ? 'Try Again' : 'Done'}
      </Button>
    </>
  )
}
