import type { Answer } from '@aura/api/calls'
import type { Lesson, LessonCheck } from '@aura/api/calls/lessons'
import { ArrowUpRight, CircleCheck } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/forms/button'
import styles from './lesson-dialog.module.css'
import { LessonHeader } from './lesson-header.tsx'
import type { LessonEvent, LessonProgress } from './lesson-progress.ts'
import { paragraphs } from './lesson-text.ts'

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
  const wanted = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    wanted.current?.scrollIntoView({ block: 'center' })
  }, [])
  const completed = lesson.completed || status?.completed === true
  return (
    <>
      <LessonHeader lesson={lesson} progress={share} titleRef={headingRef} />
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section ref={body} className={styles.body} tabIndex={0} aria-label="Lesson text" onScroll={measure}>
        {completed && <CompletedBanner auraEarned={status?.auraEarned} />}
        <div className={styles.text}>
          {paragraphs(lesson.content).map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
            <p key={i} {...(progress.paragraph === i + 1 && { ref: wanted, 'data-wanted': true })}>
              {text}
            </p>
          ))}
        </div>
        <Takeaways items={lesson.keyTakeaways} />
        <Sources items={lesson.sources} />
      </section>
      {!completed && <NextStep lesson={lesson} progress={progress} dispatch={dispatch} />}
    </>
  )
}

function NextStep({ lesson, progress, dispatch }: Pick<LessonReadingProps, 'lesson' | 'progress' | 'dispatch'>) {
  const reward = `${lesson.auraReward} AP`
  const check = progress.check ?? lesson.check
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

function Takeaways({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section className={styles.rule}>
      <h3>Key Takeaways</h3>
      <ol>
        {items.map((text, i) => (
          <li key={text}>
            <span className="num">{i + 1}</span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Sources({ items }: { items: Lesson['sources'] }) {
  const safe = items.filter(({ url }) => url.startsWith('https://'))
  if (safe.length === 0) return null
  return (
    <section className={styles.rule}>
      <h3>Sources</h3>
      <ul>
        {safe.map(({ title, url }) => (
          <li key={url}>
            <ArrowUpRight size={16} aria-hidden="true" />
            <a className="underline underline-offset-4 hover:text-ink" href={url} target="_blank" rel="noreferrer">
              {title}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
