import type { LearningPath, LessonOnPath } from '@aura/api/calls/lessons/path'
import { describe, expect, it } from 'vitest'
import { pathNote, ringLabel, unitNote, waitingReview } from './path-text.ts'

const lesson = (id: string, state: LessonOnPath['state']): LessonOnPath => ({
  id,
  title: id,
  difficulty: 'beginner',
  estimatedReadTime: 2,
  auraReward: 40,
  state,
  day: state === 'done' ? '2026-03-02' : null,
  due: 0,
})
const unit = (id: string, ...lessons: LessonOnPath[]): LearningPath['units'][number] => ({
  id,
  title: id,
  line: id,
  knownPercent: null,
  due: 0,
  placement: null,
  finishedOn: lessons.every(({ state }) => state === 'done') ? '2026-03-02' : null,
  lessons,
})
const path = (...units: LearningPath['units']): LearningPath => ({
  knownPercent: null,
  nextLessonId: null,
  tomorrow: [],
  units,
  serverTime: '2026-03-02T12:00:00Z',
})

describe('a unit’s line', () => {
  it('counts lessons, and says what is known and due once there is something', () => {
    const fresh = unit('keys', lesson('a', 'today'))
    expect(unitNote(fresh)).toBe('0 of 1 lesson')
    expect(unitNote({ ...unit('keys', lesson('a', 'done'), lesson('b', 'later')), knownPercent: 86, due: 1 })).toBe(
      '1 of 2 lessons, you still know 86%, 1 question due',
    )
  })
})

describe('the day’s review', () => {
  it.each([
    ['open', 0, 'Begun today'],
    ['open', 3, 'Begun today'],
    ['ready', 1, '1 question due'],
    ['ready', 0, 'Your oldest questions'],
    // Today offers no review, although questions are due.
    ['done', 3, null],
    ['none', 3, null],
  ] as const)('%s, with %i due: %s', (state, due, text) => {
    expect(waitingReview({ state, due })).toBe(text)
  })
})

describe('the path’s texts', () => {
  const half = path(unit('keys', lesson('a', 'done')), unit('scams', lesson('b', 'later')))
  it('tell the picture in words', () => {
    expect(ringLabel(half)).toBe('1 of 2 lessons done, 1 of 2 units finished')
  })
  it('fit the beginning, the middle and the end', () => {
    const texts = [path(unit('keys', lesson('a', 'today'))), half, path(unit('keys', lesson('a', 'done')))].map(
      pathNote,
    )
    expect(new Set(texts).size).toBe(3)
    expect(texts[0]).toContain('first lesson')
    expect(texts[2]).toContain('Every lesson is done')
  })
})
