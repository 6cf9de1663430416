import type { Answer } from '@aura/api/calls'
import type { Placement } from '@aura/api/calls/lessons/path'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { celebrate } from '#features/celebration'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { read, readKey } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { Button } from '#ui/forms/button'
import { celebrationOf, lightsDay } from '../claim/celebration-of.ts'
import { errorTexts } from '../error-texts.ts'
import styles from '../lesson-dialog.module.css'
import type { Given as GivenAnswer, Response } from '../lesson-progress.ts'
import { QuestionRun } from '../quiz/question-run.tsx'
import { useResponse } from '../quiz/use-response.ts'
import { refetchDay } from '../refetch-day.ts'

type Asked = NonNullable<Placement['question']>
type Given = GivenAnswer & Omit<Answer<'POST /api/units/:id/placement/answer'>, 'paragraph'> & { question: Asked }

interface PlacementDialogProps {
  unit: { id: string; title: string }
  open: boolean
  onClose: () => void
}

export default function PlacementDialog({ unit, open, onClose }: PlacementDialogProps) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [placement, setPlacement] = useState<Placement | null>(null)
  const [given, setGiven] = useState<Given | null>(null)
  const question = given?.question ?? placement?.question
  const answering = useResponse(question)
  const params = { id: unit.id }
  const start = useWrite({
    send: () => request('POST /api/units/:id/placement', { params }),
    onSuccess: setPlacement,
    // The check ended in another tab, so its last question is removed.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) setPlacement(null)
    },
  })
  const answer = useWrite({
    onMutate: () => client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user')),
    send: ({ question, response: its }: { question: Asked; response: Response }, idempotencyKey) =>
      request('POST /api/units/:id/placement/answer', {
        params,
        body: {
          lessonId: question.lessonId,
          questionId: question.id,
          answer: typeof its === 'object' ? [...its] : its,
        },
        idempotencyKey,
      }),
    onSuccess: async (result, asked, before) => {
      setGiven({ ...result, ...asked, message: '' })
      answering.clear()
      setPlacement(result.placement)
      if (result.outcome === 'open') return
      if (before && result.counted && lightsDay(before, result.counted))
        void celebrate(celebrationOf(before, result.counted))
      await refetchDay(client)
    },
    onError: (error) => {
      // Answered in another tab, or the day is over.
      if (error instanceof ApiError && error.status === 409) begin.current()
    },
  })

  const begin = useRef(start.mutate)
  begin.current = start.mutate
  useEffect(() => {
    if (open) begin.current()
  }, [open])
  useEffect(() => {
    if (open && given === null) heading.current?.focus()
  }, [open, given])

  const next = () => {
    setGiven(null)
    answering.clear()
  }
  const isOver = given !== null && given.outcome !== 'open'
  return (
    <QuestionRun
      open={open}
      onClose={onClose}
      onClosed={() => {
        next()
        void client.invalidateQueries(read('GET /api/lessons/path'))
      }}
      title={unit.title}
      about="Show what you know"
      headingRef={heading}
      progress={placement}
      question={question}
      given={given}
      answering={answering}
      errors={{ start: start.error, answer: answer.error, texts: errorTexts.placement }}
      isChecking={answer.isPending}
      onSubmit={answer.mutate}
      onNext={next}
    >
      {isOver ? (
        <>
          <Outcome given={given} />
          <Button className={styles.action ?? ''} onClick={onClose}>
            Done
          </Button>
        </>
      ) : (
        <p className={styles.hint}>{placement && allowanceText(placement)}</p>
      )}
    </QuestionRun>
  )
}

function allowanceText({ wrongAllowed, wrongAnswers }: Placement): string {
  const left = Math.max(0, wrongAllowed - wrongAnswers)
  if (left === 0) return 'A wrong answer ends this attempt. You can try again tomorrow.'
  return left === 1 ? 'You can get one answer wrong.' : `You can get ${left} answers wrong.`
}

function Outcome({ given: { outcome, counted } }: { given: Given }) {
  return (
    <p className={styles.hint} role="status">
      {outcome === 'failed' && 'Not passed. Nothing is lost: learn the lessons, or try again tomorrow.'}
      {outcome === 'passed' && (
        <span className="flex items-center gap-2 text-ok">
          <Check size={18} aria-hidden="true" />
          {counted ? `Passed: +${counted.auraEarned} AP, day ${counted.newStreak}.` : 'Passed.'}
        </span>
      )}
    </p>
  )
}
