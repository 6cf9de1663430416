import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { useOnline } from '#lib/use-online'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'

/** The same run would be refused again. */
const REFUSED = ['LAB_REFUSED', 'INVALID_REQUEST']

interface EndedRunProps {
  isSolved: boolean
  /** What the lab says about its end. */
  text: string
  transcript: string
  /** Said once the server has judged the run; null until then. */
  judged: string | null
  check: { mutate: (transcript: string) => void; isPending: boolean; error: unknown }
  onStartOver: () => void
}

/** A run that has ended: hands it in once there is a connection, and says how its check stands. */
export function EndedRun({ isSolved, text, transcript, judged, check, onStartOver }: EndedRunProps) {
  const online = useOnline()
  const { mutate, isPending, error } = check
  const [hasFailed, setFailed] = useState(false)
  if (error && !hasFailed) setFailed(true)
  const send = useRef(mutate)
  send.current = mutate
  const isJudged = judged !== null
  useEffect(() => {
    if (online && !isJudged) send.current(transcript)
  }, [online, isJudged, transcript])
  const note = useRef<HTMLParagraphElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (isJudged && isPressed.current) note.current?.focus()
  }, [isJudged])
  const isRefused = error instanceof ApiError && REFUSED.includes(error.code)
  const checkAgain = () => {
    isPressed.current = true
    mutate(transcript)
  }
  const state = isPending
    ? 'Checking it…'
    : !online
      ? 'You are offline. It is checked as soon as you are back.'
      : error
        ? errorText(error, errorTexts.lab).description
        : ''
  return (
    <Notice
      tone={isSolved ? 'ok' : 'warn'}
      title={isSolved ? 'Solved' : 'That went wrong'}
      action={
        hasFailed &&
        !isJudged && (
          <Button
            kind="secondary"
            size={40}
            busy={isPending && 'Checking...'}
            disabled={!online}
            onClick={isRefused ? onStartOver : checkAgain}
          >
            {isRefused ? 'Start Over' : 'Check Again'}
          </Button>
        )
      }
    >
      <p>{text}</p>
      <p ref={note} tabIndex={-1} aria-live="polite">
        {judged ?? state}
      </p>
    </Notice>
  )
}
