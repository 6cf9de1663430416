import type { Lesson } from '@aura/api/calls/lessons/lesson'
import type { Review } from '@aura/api/calls/lessons/review'

type DayLesson = Pick<Lesson, 'id' | 'completed'> & {
  check: Pick<NonNullable<Lesson['check']>, 'triesLeft' | 'question'> | null
}

const isOpen = ({ completed, check }: DayLesson): boolean =>
  !completed && (check === null || check.question === null || check.triesLeft > 0)

export function restText(
  restingId: string,
  { lessons, review }: { lessons: readonly DayLesson[]; review: Pick<Review, 'state'> | undefined },
): string {
  const others = lessons.filter((lesson) => lesson.id !== restingId && isOpen(lesson)).length
  const tomorrow = 'New questions come tomorrow.'
  if (others > 0) return `${tomorrow} Your other ${others === 1 ? 'lesson is' : 'lessons are'} open today.`
  return review?.state === 'ready' || review?.state === 'open' ? `${tomorrow} Your review is open today.` : tomorrow
}
