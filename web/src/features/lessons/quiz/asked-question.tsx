import type { Question } from '@aura/api/calls/lessons/lesson'
import { type Ref, useEffect, useId, useRef } from 'react'
import { Notice } from '#ui/feedback/notice'
import styles from '../lesson-dialog.module.css'
import type { Given, Response } from '../lesson-progress.ts'
import { Explanation } from './explanation.tsx'
import { ResponseForm } from './response-form.tsx'

interface AskedQuestionProps {
  question: Question
  given: Given | null
  response: Response | null
  onRespond: (response: Response) => void
  failure: { title: string; description: string } | null
  headingRef: Ref<HTMLHeadingElement>
}

export function AskedQuestion({ question, given, response, onRespond, failure, headingRef }: AskedQuestionProps) {
  const heading = useId()
  const explanation = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (given) panel.current?.focus()
  }, [given])
  return (
    <div className={styles.body}>
      <h3 ref={headingRef} tabIndex={-1} id={heading} className={styles.question}>
        {question.text}
      </h3>
      <ResponseForm
        key={question.text}
        question={question}
        response={response}
        onRespond={onRespond}
        given={given}
        labelledBy={heading}
        describedBy={given ? explanation : undefined}
      />
      <div className="mt-5 grid gap-4">
        {given && <Explanation id={explanation} ref={panel} given={given} />}
        {failure && (
          <Notice tone="danger" title={failure.title}>
            {failure.description}
          </Notice>
        )}
      </div>
    </div>
  )
}
