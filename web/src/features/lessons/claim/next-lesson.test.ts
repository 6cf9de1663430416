import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { expect, it } from 'vitest'
import { nextLesson, nextLessonText } from './next-lesson.ts'

const lesson = (id: string, completed: boolean, triesLeft: number | null = 2) =>
  ({ id, completed, auraReward: 60, check: triesLeft === null ? null : { triesLeft } }) as Lesson

it('leads to the next lesson that can still be claimed today, with its points [learning.next-lesson]', () => {
  const lessons = [lesson('done', true), lesson('rests', false, 0), lesson('open', false), lesson('read', false, null)]
  expect(nextLesson(lessons)?.id).toBe('open')
  expect(nextLesson(lessons, 'open')?.id).toBe('read')
  expect(nextLesson(lessons.slice(0, 2))).toBeUndefined()
  expect(nextLessonText(lesson('open', false))).toBe('Next lesson, +60')
})
