import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { Check, Hourglass } from 'lucide-react'
import { Badge } from '#ui/feedback/badge'
import { Button } from '#ui/forms/button'
import { Difficulty } from './difficulty.tsx'
import { preview } from './lesson-text.ts'
import styles from './lessons.module.css'

interface LessonCardProps {
  lesson: Lesson
  next: boolean
  onOpen: () => void
}

export function LessonCard({ lesson, next, onOpen }: LessonCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.meta}>
        <Difficulty grade={lesson.difficulty} />
        <span>{lesson.estimatedReadTime} min read</span>
        <Reward lesson={lesson} />
      </div>
      <h3 className="h3">{lesson.title}</h3>
      <p className={styles.preview}>{preview(lesson.content)}</p>
      <div className={`grid md:block ${styles.action}`}>
        <Button
          kind={next ? 'primary' : 'secondary'}
          onClick={onOpen}
          aria-label={`${actionOf(lesson)}: ${lesson.title}`}
        >
          {actionOf(lesson)}
        </Button>
      </div>
    </article>
  )
}

const actionOf = (lesson: Lesson) => (lesson.completed ? 'Read Again' : 'Build Aura')

function Reward({ lesson }: { lesson: Lesson }) {
  if (lesson.completed) {
    return (
      <span className="ml-auto">
        <Badge tone="ok">
          <Check size={14} aria-hidden="true" />
          Completed
        </Badge>
      </span>
    )
  }
  if (lesson.check?.triesLeft === 0) {
    return (
      <span className="ml-auto">
        <Badge>
          <Hourglass size={14} aria-hidden="true" />
          Rests today
        </Badge>
      </span>
    )
  }
  return <span className={`num ${styles.reward}`}>+{lesson.auraReward}</span>
}
