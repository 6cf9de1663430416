import type { ReactNode, Ref } from 'react'
import { Notice } from '#ui/feedback/notice'
import type { Given } from '../lesson-progress.ts'

interface ExplanationProps {
  id: string
  ref: Ref<HTMLDivElement>
  given: Pick<Given, 'correct' | 'explanation' | 'message'>
  action?: ReactNode
}

export function Explanation({ id, ref, given, action }: ExplanationProps) {
  const title = given.correct ? 'Correct' : 'Incorrect Answer'
  return (
    <Notice id={id} ref={ref} tone={given.correct ? 'ok' : 'danger'} title={title} action={!given.correct && action}>
      <p className="whitespace-pre-line">{given.explanation}</p>
      {given.message && <p>{given.message}</p>}
    </Notice>
  )
}
