import type { Question } from '@aura/api/calls/lessons/lesson'
import type { ReactNode, RefObject } from 'react'
import { errorText, type FailureText } from '#lib/error-text'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { TickBar } from '#ui/feedback/tick-bar'
import { Button } from '#ui/forms/button'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import styles from '../lesson-dialog.module.css'
import { type Given, isComplete, type Response } from '../lesson-progress.ts'
import { AnswerForm } from './answer-form.tsx'
import { AskedQuestion } from './asked-question.tsx'
import type { useResponse } from './use-response.ts'

interface Progress {
  questions: number
  rightAnswers: number
  wrongAnswers: number
}

interface QuestionRunProps<Q extends Question> {
  open: boolean
  onClose: () => void
  onClosed: () => void
  title: string
  /** Above the title until there is a question, which shows its lesson there. */
  about: string
  /** Of the question, or of what stands in its place. */
  headingRef: RefObject<HTMLHeadingElement | null>
  progress: Progress | null | undefined
  question: (Q & { lessonTitle: string }) | null | undefined
  given: (Given & { outcome: 'open' | 'passed' | 'failed' }) | null
  answering: ReturnType<typeof useResponse>
  errors: { start: unknown; answer: unknown; texts: FailureText }
  isChecking: boolean
  onSubmit: (answer: { question: Q & { lessonTitle: string }; response: Response }) => void
  onNext: () => void
  /** In place of a question. */
  ending?: ReactNode
  /** In place of questions and their form: a lab has forms of its own. */
  lab?: ReactNode
  /** Before the buttons: what is left, or how it ended. */
  children: ReactNode
}

/** Questions of several lessons in a row, each judged as it is answered. */
export function QuestionRun<Q extends Question>(props: QuestionRunProps<Q>) {
  const { progress, question, given, errors, headingRef, ending } = props
  const { response, respond } = props.answering
  const startError = errors.start ? errorText(errors.start, errors.texts) : null
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      onClosed={props.onClosed}
      phone="full"
      className={styles.column ?? ''}
      initialFocus={headingRef}
    >
      <header className={styles.header}>
        <div className={styles.meta}>
          <span>{question && !props.lab ? question.lessonTitle : props.about}</span>
        </div>
        <DialogClose className={styles.close ?? ''} />
        <DialogTitle className={styles.title ?? ''}>{props.title}</DialogTitle>
      </header>
      {progress && <Answered progress={progress} />}
      {props.lab && (
        <>
          {props.lab}
          <div className={styles.footer}>{props.children}</div>
        </>
      )}
      {!props.lab && (
        <AnswerForm>
          {question ? (
            <AskedQuestion
              question={question}
              given={given}
              response={response}
              onRespond={respond}
              failure={given || !errors.answer ? null : errorText(errors.answer, errors.texts)}
              headingRef={headingRef}
            />
          ) : (
            <div className={styles.body}>
              {ending ||
                (startError ? (
                  <Notice tone="danger" title={startError.title}>
                    {startError.description}
                  </Notice>
                ) : (
                  <Skeleton className="h-24" />
                ))}
            </div>
          )}
          <div className={styles.footer}>
            {props.children}
            {given?.outcome === 'open' && (
              <Button type="submit" className={styles.action ?? ''} onClick={props.onNext}>
                Next Question
              </Button>
            )}
            {!given && question && (
              <Button
                type="submit"
                className={styles.action ?? ''}
                busy={props.isChecking && 'Checking...'}
                disabled={!isComplete(response)}
                onClick={() => {
                  if (isComplete(response)) props.onSubmit({ question, response })
                }}
              >
                Submit Answer
              </Button>
            )}
          </div>
        </AnswerForm>
      )}
    </Dialog>
  )
}

function Answered({ progress: { questions, rightAnswers, wrongAnswers } }: { progress: Progress }) {
  const answered = rightAnswers + wrongAnswers
  return (
    <div className={styles.progress}>
      <TickBar
        label={`${answered} of ${questions} answered`}
        parts={[
          { amount: rightAnswers, tone: 'aura' },
          { amount: wrongAnswers, tone: 'danger' },
          { amount: questions - answered, tone: 'rest', low: true },
        ]}
      />
    </div>
  )
}
