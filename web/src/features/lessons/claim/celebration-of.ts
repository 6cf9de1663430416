import type { Answer } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import type { Celebration } from '#features/celebration'
import { readKey } from '#lib/query-client'
import { paths } from '#paths'
import { nextLesson, nextLessonText } from './next-lesson.ts'

interface Person {
  id: string
  currentStreak: number
  auraPoints: number
}

interface Earned {
  auraEarned: number
  newStreak: number
}

/** Returns whether it was a day's first claim or review. Later ones are shown in place instead of celebrated. */
export const lightsDay = (before: Person, { newStreak }: Earned): boolean => newStreak > before.currentStreak

export const celebrationOf = (before: Person, { auraEarned, newStreak }: Earned) => ({
  userId: before.id,
  gained: { amount: auraEarned, unit: 'AP' as const },
  before: { days: before.currentStreak, auraPoints: before.auraPoints },
  after: { days: newStreak, auraPoints: before.auraPoints + auraEarned },
  text: `Line ${newStreak} is lit.`,
})

/** Returns the celebration's way to the next of the day's lessons, as they were read last; nothing after the last. */
export function toNextLesson(client: QueryClient): Pick<Celebration, 'onward'> {
  const next = nextLesson(client.getQueryData<Answer<'GET /api/lessons/daily'>>(readKey('GET /api/lessons/daily')))
  return next ? { onward: { text: nextLessonText(next), to: paths.homeWithLesson } } : {}
}
