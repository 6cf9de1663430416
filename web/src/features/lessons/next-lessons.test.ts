import { expect, it } from 'vitest'
import { nextLessons } from './next-lessons.ts'

const lesson = (
  id: string,
  difficulty: 'beginner' | 'intermediate' | 'advanced',
  state: 'done' | 'today' | 'later',
) => ({
  id,
  difficulty,
  state,
})

it('tomorrow brings the first of each level that was not offered yet', () => {
  const path = [
    lesson('a', 'beginner', 'done'),
    lesson('b', 'beginner', 'today'),
    lesson('c', 'beginner', 'later'),
    lesson('d', 'beginner', 'later'),
    lesson('e', 'advanced', 'later'),
    lesson('f', 'intermediate', 'later'),
  ]
  expect(nextLessons(path).map(({ id }) => id)).toEqual(['c', 'f', 'e'])
})

it('a level that has ended is made up for by the others, until nothing is left', () => {
  const path = [lesson('a', 'advanced', 'later'), lesson('b', 'advanced', 'later'), lesson('c', 'beginner', 'done')]
  expect(nextLessons(path).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(nextLessons([lesson('a', 'beginner', 'today')])).toEqual([])
})
