import type { Lesson } from '@aura/api/calls/lessons/lesson'

/** Returns the first of the day's lessons that can still be claimed today, other than `afterId`. */
export const nextLesson = (lessons: readonly Lesson[] | undefined, afterId?: string): Lesson | undefined =>
  lessons?.find(({ id, completed, check }) => id !== afterId && !completed && check?.triesLeft !== 0)

export const nextLessonText = ({ auraReward }: Lesson): string => `Next lesson, +${auraReward}`
