import type { Answer } from '@aura/api/calls'
import type { Lesson, LessonCheck } from '@aura/api/calls/lessons/lesson'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react'
import { Button, type ButtonKind } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import styles from '../lesson-dialog.module.css'
import { LessonHeader } from '../lesson-header.tsx'
import { isLabMissing, type LessonEvent, type LessonProgress } from '../lesson-progress.ts'
import { TextBlocks } from '../text/text-blocks.tsx'
import { type Card, cardsOf, cardWith } from './cards.ts'
import { Sources, Takeaways } from './lesson-rules.tsx'
import { type Part, partsOf } from './parts.ts'
import { Prediction, PredictionOutcome } from './prediction.tsx'

interface LessonReadingProps {
  lesson: Lesson
  status: Answer<'GET /api/lessons/:id/status'> | undefined
  progress: LessonProgress
  dispatch: (event: LessonEvent) => void
  headingRef: Ref<HTMLHeadingElement>
}

export function LessonReading(props: LessonReadingProps) {
  const { lesson, status, progress, dispatch, headingRef } = props
  const completed = lesson.completed || status?.completed === true
  const parts = useMemo(() => (completed ? [] : partsOf(lesson, progress)), [completed, lesson, progress])
  const header = (at: Part['name']) => <LessonHeader lesson={lesson} parts={parts} at={at} titleRef={headingRef} />
  return completed || progress.isWhole ? (
    <>
      {header(isTextOpen(lesson, progress) ? 'Read' : 'Guess')}
      <WholeText {...props} completed={completed} />
    </>
  ) : (
    <Cards lesson={lesson} progress={progress} dispatch={dispatch} header={header} />
  )
}

type ReadingProps = Pick<LessonReadingProps, 'lesson' | 'progress' | 'dispatch'>

/** A wrong answer leads to the text, guessed or not. */
const isTextOpen = ({ predict }: Lesson, { guess, paragraph }: LessonProgress): boolean =>
  predict === null || guess !== null || paragraph !== null

function Guess({ lesson: { predict }, progress: { guess, card }, dispatch }: ReadingProps) {
  if (!predict) return null
  const commit = (option: number) => {
    dispatch({ type: 'guessed', option })
    dispatch({ type: 'card-shown', card: card + 1 })
  }
  return <Prediction predict={predict} guess={guess} onGuess={commit} />
}

function Ending({ lesson, guess }: { lesson: Lesson; guess: number | null }) {
  return (
    <>
      {lesson.predict && <PredictionOutcome predict={lesson.predict} guess={guess} />}
      <Takeaways items={lesson.keyTakeaways} />
      <Sources items={lesson.sources} />
    </>
  )
}

/** The hook with the guess, the text in cards, and the takeaways. */
function Cards({ lesson, progress, dispatch, header }: ReadingProps & { header: (at: Part['name']) => ReactNode }) {
  const cards = useMemo(() => cardsOf(lesson.blocks.slice(1)), [lesson.blocks])
  const last = cards.length + 1
  const { paragraph } = progress
  const isOpen = isTextOpen(lesson, progress)
  const wanted = paragraph === null || paragraph === 1 ? null : cardWith(cards, paragraph - 2) + 1
  const at = isOpen ? Math.min(wanted ?? (paragraph === 1 ? 0 : progress.card), last) : 0
  const card = cards[at - 1]
  const go = (to: number) => {
    if (to >= 0 && to <= last && (isOpen || to === 0)) dispatch({ type: 'card-shown', card: to })
  }

  const share = (at + 1) / (last + 1)
  const read = useRef(dispatch)
  read.current = dispatch
  useEffect(() => {
    if (isOpen) read.current({ type: 'read', share })
  }, [share, isOpen])

  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    box.current?.focus({ preventScroll: true })
  }, [at])

  return (
    // The keys work wherever the focus is in the lesson; controls keep their own.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="contents" onKeyDown={(event) => turn(event, { back: () => go(at - 1), on: () => go(at + 1) })}>
      {header(at === 0 && lesson.predict !== null && progress.guess === null ? 'Guess' : 'Read')}
      {/* Scrollable regions must be focusable by keyboard. The key starts each card at its top. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section key={at} className={styles.body} tabIndex={0} aria-label="Lesson text">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
        <div ref={box} tabIndex={-1} role="group" aria-label={`Card ${at + 1} of ${last + 1}`} className={styles.card}>
          {at === 0 && (
            <>
              <div className={styles.hook}>
                <TextBlocks blocks={lesson.blocks.slice(0, 1)} wanted={paragraph === 1 ? 0 : null} />
              </div>
              <Guess lesson={lesson} progress={progress} dispatch={dispatch} />
            </>
          )}
          {card && <TextBlocks blocks={card.blocks} wanted={markedIn(card, paragraph)} />}
          {at === last && <Ending lesson={lesson} guess={progress.guess} />}
        </div>
      </section>
      <div className={`${styles.footer} ${styles.turns}`}>
        <IconButton
          className={styles.back ?? ''}
          label="Previous card"
          aria-disabled={at === 0 || undefined}
          icon={<ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => go(at - 1)}
        />
        <p className={styles.place}>
          <span className="num">
            {at + 1} of {last + 1}
          </span>
          <LayoutButton progress={progress} dispatch={dispatch} />
        </p>
        {at < last ? (
          <>
            <NextStep kind="ghost" lesson={lesson} progress={progress} dispatch={dispatch} />
            <Button className={styles.action ?? ''} disabled={!isOpen} onClick={() => go(at + 1)}>
              {isOpen ? 'Continue' : 'Guess to go on'}
            </Button>
          </>
        ) : (
          <>
            <p className={styles.hint}>{nextHint(lesson, progress)}</p>
            <NextStep lesson={lesson} progress={progress} dispatch={dispatch} />
          </>
        )}
      </div>
    </div>
  )
}

function markedIn({ first, last }: Card, paragraph: number | null): number | null {
  const block = paragraph === null ? null : paragraph - 2
  return block === null || block < first || block > last ? null : block - first
}

const CONTROLS = 'a, button, input, select, textarea, summary'

/** Turns the card on Enter and the arrows, unless a control or a table that scrolls uses the key itself. */
function turn(event: KeyboardEvent<HTMLElement>, { back, on }: { back: () => void; on: () => void }): void {
  const { target, currentTarget, key } = event
  // Notes are elsewhere in the page, though React passes their events on.
  if (!(target instanceof Element) || !currentTarget.contains(target) || event.altKey || event.metaKey) return
  const isAtTable = target.closest('[role="group"][tabindex="0"]') !== null
  if (key === 'ArrowLeft' && !isAtTable) back()
  else if ((key === 'ArrowRight' && !isAtTable) || (key === 'Enter' && !event.repeat && !target.closest(CONTROLS))) on()
  else return
  event.preventDefault()
}

function WholeText({ lesson, status, progress, dispatch, completed }: LessonReadingProps & { completed: boolean }) {
  const body = useRef<HTMLElement>(null)
  const isOpen = completed || isTextOpen(lesson, progress)
  const measured = useRef(dispatch)
  measured.current = dispatch
  const measure = () => {
    const element = body.current
    if (!element || !isOpen) return
    const share = Math.min(1, (element.scrollTop + element.clientHeight) / element.scrollHeight)
    measured.current({ type: 'read', share: share >= READ_SHARE ? 1 : share })
  }
  useEffect(measure, [isOpen])
  const wanted = useRef<HTMLDivElement>(null)
  useEffect(() => {
    wanted.current?.scrollIntoView({ block: 'center' })
  }, [])
  const { blocks } = lesson
  const at = progress.paragraph === null ? null : progress.paragraph - 1
  return (
    <>
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section ref={body} className={styles.body} tabIndex={0} aria-label="Lesson text" onScroll={measure}>
        {completed && <CompletedBanner auraEarned={status?.auraEarned} />}
        <div className={styles.hook}>
          <TextBlocks blocks={blocks.slice(0, 1)} wanted={at} wantedRef={wanted} />
        </div>
        {!completed && <Guess lesson={lesson} progress={progress} dispatch={dispatch} />}
        {isOpen && (
          <>
            <div className={styles.tell}>
              <TextBlocks blocks={blocks.slice(1)} wanted={at === null ? null : at - 1} wantedRef={wanted} />
            </div>
            <Ending lesson={lesson} guess={progress.guess} />
          </>
        )}
      </section>
      {!completed && (
        <div className={`${styles.footer} ${styles.turns}`}>
          <p className={styles.place}>
            <LayoutButton progress={progress} dispatch={dispatch} />
          </p>
          <p className={styles.hint}>{nextHint(lesson, progress)}</p>
          <NextStep lesson={lesson} progress={progress} dispatch={dispatch} />
        </div>
      )}
    </>
  )
}

const READ_SHARE = 0.98

function LayoutButton({ progress: { isWhole }, dispatch }: Pick<ReadingProps, 'progress' | 'dispatch'>) {
  return (
    <button type="button" className={styles.layout} onClick={() => dispatch({ type: 'layout-changed' })}>
      {isWhole ? 'Read in cards' : 'Whole text'}
    </button>
  )
}

/** The button that leads on from the text or the lab: to the lab, the check or the claim. */
export function NextStep({ lesson, progress, dispatch, kind = 'primary' }: ReadingProps & { kind?: ButtonKind }) {
  const check = progress.check ?? lesson.check
  const button = (
    text: string,
    type: 'lab-opened' | 'lesson-reopened' | 'quiz-opened' | 'claim-opened',
    its = kind,
  ) => (
    <Button
      className={(kind === 'primary' ? styles.action : styles.skip) ?? ''}
      kind={its}
      onClick={() => dispatch({ type })}
    >
      {text}
    </Button>
  )
  if (isLabMissing(lesson, progress)) {
    return progress.view === 'lab'
      ? button('Back to the Lesson', 'lesson-reopened', 'secondary')
      : button('Open the Lab', 'lab-opened')
  }
  if (progress.passed || !check?.question) return button(claimText(lesson), 'claim-opened')
  return button('Take Knowledge Check', 'quiz-opened')
}

/** Says what is left of a lesson that is not claimed. */
export function nextHint(lesson: Lesson, progress: LessonProgress): string {
  const reward = `${lesson.auraReward} AP`
  const check = progress.check ?? lesson.check
  if (isLabMissing(lesson, progress))
    return progress.view === 'lab' ? 'Solve it, and the lesson goes on.' : 'Next, do it yourself.'
  if (progress.passed) return `You passed the check. Next, ${reward}.`
  if (!check?.question) return `Read the lesson, then ${reward}.`
  return check.triesLeft === 0 ? 'The check rests until tomorrow.' : questionsText(check, reward)
}

const questionsText = ({ done, needed }: LessonCheck, reward: string): string =>
  needed - done === 1 ? `One right answer, then ${reward}.` : `${needed - done} right answers, then ${reward}.`

export const claimText = (lesson: Lesson): string => `Claim ${lesson.auraReward} AP`

function CompletedBanner({ auraEarned }: { auraEarned: number | undefined }) {
  return (
    <p className={styles.completed}>
      <CircleCheck className="text-ok" size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <b className="font-strong">Completed.</b>{' '}
        {auraEarned ? `You earned ${auraEarned} AP.` : auraEarned === 0 && 'It kept your streak.'}
      </span>
    </p>
  )
}
