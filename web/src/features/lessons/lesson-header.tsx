import type { Lesson } from '@aura/api/calls/lessons/lesson'
import type { Ref } from 'react'
import { DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { Difficulty } from './difficulty.tsx'
import styles from './lesson-dialog.module.css'

const TICKS = 72

interface LessonHeaderProps {
  lesson: Lesson
  progress: number
  titleRef?: Ref<HTMLHeadingElement>
}

export function LessonHeader({ lesson, progress, titleRef }: LessonHeaderProps) {
  const lit = Math.round(progress * TICKS)
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
      <svg className={styles.ticks} aria-hidden="true">
        {Array.from({ length: TICKS }, (_, i) => {
          const x = `${(((i + 0.5) / TICKS) * 100).toFixed(2)}%`
          // biome-ignore lint/suspicious/noArrayIndexKey: ticks never move
          return <line key={i} x1={x} x2={x} y1={i < lit ? 2 : 7} y2="14" data-lit={i < lit || undefined} />
        })}
      </svg>
    </>
  )
}
