import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { useEffect, useMemo, useRef } from 'react'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { browserStore } from '#lib/browser-storage'
import { errorText } from '#lib/error-text'
import { useOnline } from '#lib/use-online'
import { useWrite } from '#lib/use-write'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'
import type { LabView } from './lab-view.ts'
import { OpenLab, REFUSED } from './lesson-lab.tsx'
import { forgetRun } from './saved-run.ts'

type User = Answer<'GET /api/auth/user'>
type Result = Answer<'POST /api/review/lab'>

export interface ReviewLabProps {
  run: NonNullable<NonNullable<Review['lab']>['run']>
  /** Null until the run was judged. */
  result: Result | null
  /** Called when a run is handed in. Holds the figures on screen until it is judged, and returns the user shown. */
  hold: () => { user: User | undefined; release: () => void }
  onResult: (result: Result, user: User | undefined) => void
  /** The review has moved on, in another tab or because the day is over. */
  onConflict: (error: unknown) => void
}

/** The lab of a review. A run is handed in once it ends, solved or not. */
export default function ReviewLab({ run, result, hold, onResult, onConflict }: ReviewLabProps) {
  const isJudged = result !== null
  const lab = useMemo(() => ({ ...run, done: isJudged }), [run, isJudged])
  return (
    <OpenLab lab={lab}>
      {(ended) => (
        <Judged
          {...ended}
          result={result}
          hold={hold}
          onResult={(judged, user) => {
            forgetRun(browserStore, run.seed)
            onResult(judged, user)
          }}
          onConflict={onConflict}
        />
      )}
    </OpenLab>
  )
}

interface JudgedProps extends Omit<ReviewLabProps, 'run'> {
  view: LabView
  transcript: string
  startOver: () => void
}

function Judged({ view, transcript, startOver, result, hold, onResult, onConflict }: JudgedProps) {
  const online = useOnline()
  const { mutate, isPending, error } = useWrite({
    send: (played: string, idempotencyKey) =>
      request('POST /api/review/lab', { body: { transcript: played }, idempotencyKey }),
    onMutate: hold,
    onSuccess: (judged, _, { user }) => onResult(judged, user),
    onError: onConflict,
    onSettled: (_, __, ___, held) => held?.release(),
  })
  const send = useRef(mutate)
  send.current = mutate
  const isJudged = result !== null
  useEffect(() => {
    if (online && !isJudged) send.current(transcript)
  }, [online, isJudged, transcript])
  const isSolved = view.verdict.state === 'solved'
  const isRefused = error instanceof ApiError && REFUSED.includes(error.code)
  const note = result
    ? isSolved
      ? 'Checked and saved.'
      : 'It comes back tomorrow, with other numbers.'
    : isPending
      ? 'Checking it…'
      : !online
        ? 'You are offline. It is checked as soon as you are back.'
        : error
          ? errorText(error, errorTexts.lab).description
          : ''
  return (
    <Notice tone={isSolved ? 'ok' : 'warn'} title={isSolved ? 'Solved' : 'That went wrong'}>
      {view.verdict.text} {note}
      {error && online && !isPending && !result && (
        <Button kind="secondary" size={40} onClick={() => (isRefused ? startOver() : mutate(transcript))}>
          {isRefused ? 'Start Over' : 'Check Again'}
        </Button>
      )}
    </Notice>
  )
}
