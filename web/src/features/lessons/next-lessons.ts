import type { LessonOnPath } from '@aura/api/calls/lessons/path'

const A_DAY = 3
const LEVELS = ['beginner', 'intermediate', 'advanced'] as const

/** Returns tomorrow's lessons: the first of each level that was not offered yet, then the next on the path. */
export function nextLessons<T extends Pick<LessonOnPath, 'state' | 'difficulty'>>(lessons: readonly T[]): T[] {
  const later = lessons.filter(({ state }) => state === 'later')
  const firsts = LEVELS.flatMap((level) => later.find(({ difficulty }) => difficulty === level) ?? [])
  const rest = later.filter((each) => !firsts.includes(each))
  return [...firsts, ...rest].slice(0, A_DAY)
}
