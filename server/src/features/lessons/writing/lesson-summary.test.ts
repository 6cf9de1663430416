import { expect, it } from 'vitest'
import { LESSONS_DIR } from '../../../../../tests/server/lessons/twelve-lessons.ts'
import { loadCatalogue } from '../catalogue.ts'
import { lessonSummary } from './lesson-summary.ts'

const lessons = [...(await loadCatalogue(LESSONS_DIR)).values()]

it('counts the lessons of each unit and level, and all of them', () => {
  const counts = new Map(
    lessonSummary(lessons)
      .split('\n')
      .map((line) => /^(.+?) {2,}(\d+)/.exec(line))
      .map((found) => [found?.[1], Number(found?.[2])]),
  )
  expect(counts.get('all')).toBe(lessons.length)
  expect(counts.get('Dollars on chain')).toBe(lessons.filter(({ unit }) => unit.id === 'dollars').length)
  expect(counts.get('beginner')).toBe(lessons.filter(({ difficulty }) => difficulty === 'beginner').length)
})
