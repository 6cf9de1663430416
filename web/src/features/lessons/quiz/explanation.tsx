import type { ReactNode, Ref } from 'react'
import { Notice } from '#ui/feedback/notice'
import type { Given } from '../lesson-progress.ts'

interface ExplanationProps {
  id: string
  ref: Ref<HTMLDivElement>
  given: Pick<Given, 'correct' | 'explanation' | 'message'>
  /** After a wrong answer: what another one would mean. */
  warning?: string
  action?: ReactNode
}

export function Explanation({ id, ref, given, warning, action }: ExplanationProps) {
  const title = given.correct ? 'Correct' : 'Incorrect Answer'
  return (
    <Notice id={id} ref={ref} tone={given.correct ? 'ok' : 'danger'} title={title} action={!given.correct && action}>
      <p className="whitespace-pre-line">{given.explanation}</p>
      {given.message && <p>{given.message}</p>}
      {!given.correct && warning && <p className="text-ink">{warning}</p>}
    </Notice>
  )
}
