import type { Answer } from '@aura/api/calls'
import type { Lesson, LessonCheck } from '@aura/api/calls/lessons/lesson'
import { CircleCheck } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/forms/button'
import styles from '../lesson-dialog.module.css'
import { LessonHeader } from '../lesson-header.tsx'
import { isLabMissing, type LessonEvent, type LessonProgress } from '../lesson-progress.ts'
import { TextBlocks } from '../text/text-blocks.tsx'
import { type Beat, Beats } from './beats.tsx'
import { Sources, Takeaways } from './lesson-rules.tsx'
import { Prediction, PredictionOutcome } from './prediction.tsx'

interface LessonReadingProps {
  lesson: Lesson
  status: Answer<'GET /api/lessons/:id/status'> | undefined
  progress: LessonProgress
  dispatch: (event: LessonEvent) => void
  headingRef: Ref<HTMLHeadingElement>
}

export function LessonReading({ lesson, status, progress, dispatch, headingRef }: LessonReadingProps) {
  const body = useRef<HTMLElement>(null)
  const [share, setShare] = useState(0)
  const measure = () => {
    const element = body.current
    if (element) setShare(Math.min(1, (element.scrollTop + element.clientHeight) / element.scrollHeight))
  }
  useEffect(measure, [])
  const hasRead = useReached(share)
  const wanted = useRef<HTMLDivElement>(null)
  useEffect(() => {
    wanted.current?.scrollIntoView({ block: 'center' })
  }, [])
  const completed = lesson.completed || status?.completed === true
  const { blocks, predict } = lesson
  const { guess, paragraph } = progress
  const beats: Beat[] = [
    ...(predict && !completed ? ['Guess' as const] : []),
    'Read',
    ...(lesson.lab ? ['Do' as const] : []),
    'Check',
  ]
  const hasCheck = (progress.check ?? lesson.check)?.question != null
  const done: Beat[] = [
    ...(guess === null ? [] : ['Guess' as const]),
    ...(hasRead || completed ? ['Read' as const] : []),
    ...(lesson.lab && (completed || !isLabMissing(lesson, progress)) ? ['Do' as const] : []),
    ...(progress.passed || completed || !hasCheck ? ['Check' as const] : []),
  ]
  const at = paragraph === null ? null : paragraph - 1
  return (
    <>
      <LessonHeader lesson={lesson} progress={share} titleRef={headingRef} />
      <Beats beats={beats} done={done} />
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section ref={body} className={styles.body} tabIndex={0} aria-label="Lesson text" onScroll={measure}>
        {completed && <CompletedBanner auraEarned={status?.auraEarned} />}
        <div className={styles.hook}>
          <TextBlocks blocks={blocks.slice(0, 1)} wanted={at} wantedRef={wanted} />
        </div>
        {predict && !completed && (
          <Prediction predict={predict} guess={guess} onGuess={(option) => dispatch({ type: 'guessed', option })} />
        )}
        <div className={styles.tell}>
          <TextBlocks blocks={blocks.slice(1)} wanted={at === null ? null : at - 1} wantedRef={wanted} />
        </div>
        {predict && <PredictionOutcome predict={predict} guess={guess} />}
        <Takeaways items={lesson.keyTakeaways} />
        <Sources items={lesson.sources} />
      </section>
      {!completed && <NextStep lesson={lesson} progress={progress} dispatch={dispatch} />}
    </>
  )
}

const READ_SHARE = 0.98

/** Stays true after scrolling back. */
function useReached(share: number): boolean {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    if (share >= READ_SHARE) setReached(true)
  }, [share])
  return reached
}

export function NextStep({ lesson, progress, dispatch }: Pick<LessonReadingProps, 'lesson' | 'progress' | 'dispatch'>) {
  const reward = `${lesson.auraReward} AP`
  const check = progress.check ?? lesson.check
  if (isLabMissing(lesson, progress)) {
    const isOpen = progress.view === 'lab'
    return (
      <div className={styles.footer}>
        <p className={styles.hint}>{isOpen ? 'Solve it, and the lesson goes on.' : 'Next, do it yourself.'}</p>
        <Button
          className={styles.action ?? ''}
          kind={isOpen ? 'secondary' : 'primary'}
          onClick={() => dispatch({ type: isOpen ? 'lesson-reopened' : 'lab-opened' })}
        >
          {isOpen ? 'Back to the Lesson' : 'Open the Lab'}
        </Button>
      </div>
    )
  }
  if (progress.passed || !check?.question) {
    return (
      <div className={styles.footer}>
        <p className={styles.hint}>
          {progress.passed ? `You passed the check. Next, ${reward}.` : `Read the lesson, then ${reward}.`}
        </p>
        <Button className={styles.action ?? ''} onClick={() => dispatch({ type: 'claim-opened' })}>
          {claimText(lesson)}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.footer}>
      <p className={styles.hint}>
        {check.triesLeft === 0 ? 'The check rests until tomorrow.' : questionsText(check, reward)}
      </p>
      <Button className={styles.action ?? ''} onClick={() => dispatch({ type: 'quiz-opened' })}>
        Take Knowledge Check
      </Button>
    </div>
  )
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
