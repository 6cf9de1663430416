import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { useMemo } from 'react'
import { request } from '#lib/api'
import { browserStore } from '#lib/browser-storage'
import { useWrite } from '#lib/use-write'
import { EndedRun } from './ended-run.tsx'
import type { LabView } from './lab-view.ts'
import { OpenLab } from './lesson-lab.tsx'
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
  const check = useWrite({
    send: (played: string, idempotencyKey) =>
      request('POST /api/review/lab', { body: { transcript: played }, idempotencyKey }),
    onMutate: hold,
    onSuccess: (judged, _, { user }) => onResult(judged, user),
    onError: onConflict,
    onSettled: (_, __, ___, held) => held?.release(),
  })
  const isSolved = view.verdict.state === 'solved'
  const judged = isSolved ? 'Checked and saved.' : 'It comes back tomorrow, with other numbers.'
  return (
    <EndedRun
      isSolved={isSolved}
      text={view.verdict.text}
      transcript={transcript}
      judged={result && judged}
      check={check}
      onStartOver={startOver}
    />
  )
}
