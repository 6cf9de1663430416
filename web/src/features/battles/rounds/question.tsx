import type { ClosedRound, OpenRound } from '@aura/api/calls/battles/rounds'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import type { Side } from '../shared/battle-view.ts'
import type { Choice } from './own-record.ts'
import { hintOf } from './round-words.ts'
import styles from './rounds.module.css'

interface OpenQuestionProps {
  name: string
  round: Pick<OpenRound, 'number' | 'isSuddenDeath' | 'question'>
  order: readonly number[]
  /** The viewer's choice, sent or on its way. */
  choice: Choice | null
  /** Undefined for those who can't answer. */
  onAnswer: ((choice: Choice) => void) | undefined
}

/** A round that is open. One option answers at once, by a press or its key; several are sent by Enter or the button. */
export function OpenQuestion({ name, round, order, choice, onAnswer }: OpenQuestionProps) {
  const { question, number } = round
  const hint = hintOf(round)
  const heading = useId()
  const [picked, setPicked] = useState<Choice>([])
  const isMany = question.kind === 'choose-all'
  const isOff = choice !== null || onAnswer === undefined
  const shown = choice ?? picked
  const press = (option: number) => {
    if (isOff) return
    if (!isMany) return onAnswer([option])
    setPicked((before) => (before.includes(option) ? before.filter((one) => one !== option) : [...before, option]))
  }
  const send = () => {
    if (!isOff && isMany && picked.length > 0) onAnswer(picked)
  }
  useKeys({
    place: (place) => {
      const option = order[place]
      if (option !== undefined) press(option)
    },
    enter: isMany && !isOff && picked.length > 0 ? send : undefined,
  })
  return (
    <section className={styles.question} aria-labelledby={heading}>
      <p className={styles.kicker}>
        {name}
        {hint && <span> {hint}</span>}
      </p>
      <h2 id={heading}>{question.text}</h2>
      <ol className={styles.options} data-code={question.kind === 'point-at-line' || undefined} data-round={number}>
        {order.map((option, place) => (
          <li key={option}>
            <button
              type="button"
              className={styles.option}
              aria-pressed={shown.includes(option)}
              aria-disabled={isOff || undefined}
              aria-keyshortcuts={isOff ? undefined : String(place + 1)}
              onClick={() => press(option)}
            >
              <i className={styles.key} aria-hidden="true">
                {place + 1}
              </i>
              <span>{question.options[option]}</span>
            </button>
          </li>
        ))}
      </ol>
      {isMany && onAnswer && (
        <div className={styles.send}>
          <Button size={48} disabled={isOff || picked.length === 0} onClick={send}>
            Answer
          </Button>
        </div>
      )}
    </section>
  )
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"]'

/** Calls `place` for the keys 1 to 9, and `enter`, unless somebody types or holds the key. */
function useKeys(handlers: { place: (place: number) => void; enter: (() => void) | undefined }): void {
  const newest = useRef(handlers)
  newest.current = handlers
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (/^[1-9]$/.test(event.key)) newest.current.place(Number(event.key) - 1)
      else if (event.key === 'Enter' && newest.current.enter) {
        // Enter on an option would take back what it sends.
        const isElsewhere = event.target instanceof Element && event.target.closest('a, button')
        if (isElsewhere && !isElsewhere.closest('[data-round]')) return
        event.preventDefault()
        newest.current.enter()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

interface RevealProps {
  name: string
  /** The side that has the point, or whether the answer was right. */
  verdict: string
  round: Pick<ClosedRound, 'question' | 'right' | 'explanation' | 'optionExplanations' | 'result'> & {
    lesson: { id: string; title: string }
  }
  order: readonly number[]
  choice: Choice | null
  /** Returns the sides that chose an option. */
  chosenBy?: (option: number) => readonly Pick<Side, 'name' | 'accent'>[]
  children?: ReactNode
}

/** A closed round: what was right, who chose what, and why. */
export function Reveal({ name, verdict, round, order, choice, chosenBy, children }: RevealProps) {
  const { question, right, explanation, optionExplanations, lesson } = round
  const heading = useId()
  return (
    <section className={styles.question} aria-labelledby={heading} data-reveal>
      <p className={styles.kicker}>
        {name} <b>{verdict}</b>
      </p>
      <h2 id={heading}>{question.text}</h2>
      <ol className={styles.options} data-code={question.kind === 'point-at-line' || undefined}>
        {order.map((option, place) => {
          const isRight = right.includes(option)
          const isMine = choice?.includes(option)
          const Sign = isRight ? Check : X
          return (
            <li key={option}>
              <div className={styles.option} data-right={isRight || undefined} data-mine={isMine || undefined}>
                <i className={styles.key} aria-hidden="true">
                  {place + 1}
                </i>
                <span>
                  {question.options[option]}
                  {isMine && optionExplanations[option] && <small>{optionExplanations[option]}</small>}
                </span>
                <span className={styles.marks}>
                  {chosenBy?.(option).map(({ name, accent }) => (
                    <b key={accent} data-aura={accent}>
                      {name}
                    </b>
                  ))}
                  {(isRight || isMine) && <Sign size={18} strokeWidth={2} aria-hidden="true" />}
                  <span className="sr-only">
                    {[isRight && 'right', isMine && 'your answer'].filter(Boolean).join(', ')}
                  </span>
                </span>
              </div>
            </li>
          )
        })}
      </ol>
      {round.result !== 'interrupted' && (
        <p className={styles.why}>
          {explanation}{' '}
          <Link href={paths.lesson(lesson.id)} className="text-link">
            {lesson.title}
          </Link>
        </p>
      )}
      {children}
    </section>
  )
}
