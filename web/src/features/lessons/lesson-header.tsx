import type { Lesson } from '@aura/api/calls/lessons/lesson'
import type { Ref } from 'react'
import { DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { Difficulty } from './difficulty.tsx'
import styles from './lesson-dialog.module.css'
import { litTicks, type Part } from './reading/parts.ts'

/** Divides by two, three and four parts. */
const TICKS = 72

interface LessonHeaderProps {
  lesson: Lesson
  /** Empty once the lesson is completed. */
  parts: readonly Part[]
  /** The part on screen. */
  at: Part['name']
  titleRef?: Ref<HTMLHeadingElement>
}

export function LessonHeader({ lesson, parts, at, titleRef }: LessonHeaderProps) {
  const current = parts.find(({ name }) => name === at)
  return (
    <>
      <header className={styles.header}>
        <div className={styles.meta}>
          <Difficulty grade={lesson.difficulty} />
          <span>{lesson.estimatedReadTime} min read</span>
          <span className={`num ${styles.reward}`}>+{lesson.auraReward}</span>
        </div>
        <DialogClose className={styles.close ?? ''} />
        <DialogTitle ref={titleRef} tabIndex={-1} className={styles.title ?? ''}>
          {lesson.title}
        </DialogTitle>
      </header>
      {parts.length > 0 && (
        <>
          <svg className={styles.ticks} aria-hidden="true">
            {litTicks(parts, TICKS).map((isLit, i) => {
              const x = `${(((i + 0.5) / TICKS) * 100).toFixed(2)}%`
              // biome-ignore lint/suspicious/noArrayIndexKey: ticks never move
              return <line key={i} x1={x} x2={x} y1={isLit ? 2 : 7} y2="14" data-lit={isLit || undefined} />
            })}
          </svg>
          <ol className={styles.beats} aria-label="Parts of the lesson">
            {parts.map((part) => (
              <li
                key={part.name}
                data-done={part.share === 1 || undefined}
                aria-current={part === current ? 'step' : undefined}
              >
                {part.name}
                {part.share === 1 && <span className="sr-only">, done</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
