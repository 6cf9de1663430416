import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { celebrate, holdFigures, usePreloadedCelebration } from '#features/celebration'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read, readKey } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { TickBar } from '#ui/feedback/tick-bar'
import { Button } from '#ui/forms/button'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { celebrationOf, lightsDay } from '../claim/celebration-of.ts'
import { errorTexts } from '../error-texts.ts'
import styles from '../lesson-dialog.module.css'
import { isComplete, type Response } from '../lesson-progress.ts'
import { AskedQuestion } from '../quiz/asked-question.tsx'
import { useResponse } from '../quiz/use-response.ts'
import { refetchDay } from '../refetch-day.ts'
import { failedText, reviewText } from './review-text.ts'

type Result = Answer<'POST /api/review/answer'>
type Asked = NonNullable<Review['question']>

interface Given extends Result {
  question: Asked
  response: Response
  message: string
}

interface ReviewDialogProps {
  open: boolean
  onClose: () => void
}

export default function ReviewDialog({ open, onClose }: ReviewDialogProps) {
  usePreloadedCelebration()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: review } = useQuery(read('GET /api/review'))
  const [given, setGiven] = useState<Given | null>(null)
  const question = given?.question ?? review?.question
  const { response, respond, clear } = useResponse(question)
  const show = (now: Review) => client.setQueryData(readKey('GET /api/review'), now)
  const onConflict = (error: unknown) => {
    // Answered in another tab, or the day is over.
    if (error instanceof ApiError && error.status === 409) void client.invalidateQueries(read('GET /api/review'))
  }
  const start = useWrite({ send: () => request('POST /api/review/start'), onSuccess: show, onError: onConflict })
  const answer = useWrite({
    onMutate: () => {
      const user = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
      return { user, release: holdFigures(user) }
    },
    send: ({ question, response: its }: { question: Asked; response: Response }, idempotencyKey) =>
      request('POST /api/review/answer', {
        body: {
          lessonId: question.lessonId,
          questionId: question.id,
          answer: typeof its === 'object' ? [...its] : its,
        },
        idempotencyKey,
      }),
    onSuccess: async (result, asked, { user }) => {
      setGiven({ ...result, ...asked, message: '' })
      clear()
      show(result.review)
      if (!result.counted) return
      if (user && lightsDay(user, result.counted)) void celebrate(celebrationOf(user, result.counted))
      await refetchDay(client)
    },
    onError: onConflict,
    onSettled: (_, __, ___, held) => held?.release(),
  })

  const begin = useRef(start.mutate)
  begin.current = start.mutate
  const state = review?.state
  useEffect(() => {
    if (open && state === 'ready' && !given) begin.current()
  }, [open, state, given])
  const isOver = !given && (state === 'done' || state === 'none')
  const begins = open && given === null
  useEffect(() => {
    if (begins || isOver) heading.current?.focus()
  }, [begins, isOver])

  const again = () => {
    setGiven(null)
    clear()
  }
  const progress = review?.progress
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={again}
      phone="full"
      className={styles.column ?? ''}
      initialFocus={heading}
    >
      <header className={styles.header}>
        <div className={styles.meta}>
          <span>{question ? question.lessonTitle : 'What you have learned'}</span>
        </div>
        <DialogClose className={styles.close ?? ''} />
        <DialogTitle className={styles.title ?? ''}>Review</DialogTitle>
      </header>
      {progress && (
        <div className={styles.progress}>
          <TickBar
            label={`${progress.rightAnswers + progress.wrongAnswers} of ${progress.questions} answered`}
            parts={[
              { amount: progress.rightAnswers, tone: 'aura' },
              { amount: progress.wrongAnswers, tone: 'danger' },
              {
                amount: progress.questions - progress.rightAnswers - progress.wrongAnswers,
                tone: 'rest',
                low: true,
              },
            ]}
          />
        </div>
      )}
      {question ? (
        <AskedQuestion
          question={question}
          given={given}
          response={response}
          onRespond={respond}
          failure={given || !answer.error ? null : errorText(answer.error, errorTexts.review)}
          headingRef={heading}
        />
      ) : review && isOver ? (
        <div className={styles.body}>
          <h3 ref={heading} tabIndex={-1} className={styles.question}>
            {state === 'done' ? 'Done for today' : 'The review is over'}
          </h3>
          <p className="text-ink-2">{reviewText(review)}</p>
        </div>
      ) : (
        <div className={styles.body}>
          {start.error ? (
            <Notice tone="danger" title={errorText(start.error, errorTexts.review).title}>
              {errorText(start.error, errorTexts.review).description}
            </Notice>
          ) : (
            <Skeleton className="h-24" />
          )}
        </div>
      )}
      <div className={styles.footer}>
        <p className={styles.hint}>{progress && !isOver && scoreText(progress)}</p>
        {given?.outcome === 'open' && (
          <Button className={styles.action ?? ''} onClick={again}>
            Next Question
          </Button>
        )}
        {given && given.outcome !== 'open' && <Outcome given={given} onClose={onClose} onAgain={again} />}
        {isOver && (
          <Button className={styles.action ?? ''} onClick={onClose}>
            Done
          </Button>
        )}
        {!given && question && (
          <Button
            className={styles.action ?? ''}
            busy={answer.isPending && 'Checking...'}
            disabled={!isComplete(response)}
            onClick={() => {
              if (isComplete(response)) answer.mutate({ question, response })
            }}
          >
            Submit Answer
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const scoreText = ({ questions, rightAnswers, rightNeeded }: NonNullable<Review['progress']>): string =>
  `${rightAnswers} right so far. ${rightNeeded} of ${questions} pass.`

function Outcome({ given, onClose, onAgain }: { given: Given; onClose: () => void; onAgain: () => void }) {
  const canRetry = given.outcome === 'failed' && given.review.state === 'ready'
  return (
    <>
      <p className={styles.hint} role="status">
        {given.outcome === 'passed' && (
          <span className="flex items-center gap-2 text-ok">
            <Check size={18} aria-hidden="true" />
            {given.counted
              ? `Done: +${given.counted.auraEarned} AP, day ${given.counted.newStreak}.`
              : 'Done for today.'}
          </span>
        )}
        {given.outcome === 'failed' && failedText(canRetry)}
      </p>
      <Button className={styles.action ?? ''} onClick={canRetry ? onAgain : onClose}>
        {canRetry ? 'Try Again' : 'Done'}
      </Button>
    </>
  )
}
