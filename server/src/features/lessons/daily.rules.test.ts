import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyLessonIds, readMinutes } from './daily.rules.ts'

const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
type Level = (typeof LEVELS)[number]

const path = (...ids: string[]) =>
  ids.map((id) => ({ id, difficulty: LEVELS.find((level) => level.startsWith(id[0] as string)) as Level }))
const TEN = path('b1', 'i1', 'b2', 'b3', 'i2', 'a1', 'b4', 'i3', 'a2', 'b5')
const idsOf = (catalogue: readonly { id: string }[]) => catalogue.map(({ id }) => id)
const pick = (completed: readonly string[] = [], catalogue = TEN) =>
  dailyLessonIds(catalogue, { completedBefore: new Set(completed), perDay: 3 })

describe('choosing the daily lessons', () => {
  it('gives the place of an exhausted level to the next lesson of any level', () => {
    expect(pick(['a1', 'a2'])).toEqual(['b1', 'i1', 'b2'])
    expect(pick(['a1', 'a2', 'i1', 'i2', 'i3'])).toEqual(['b1', 'b2', 'b3'])
  })

  it('returns as many as a small or empty catalogue has', () => {
    expect(pick([], path('a1', 'b1'))).toEqual(['b1', 'a1'])
    expect(pick([], [])).toEqual([])
    expect(pick(idsOf(TEN))).toEqual([])
  })

  it('never leaves out a level with lessons left, nor offers a completed lesson [learning.daily-replaces-done]', () => {
    const situation = fc.record({
      levels: fc.array(fc.constantFrom(...LEVELS), { maxLength: 20 }),
      perDay: fc.integer({ min: 1, max: 5 }),
      done: fc.uniqueArray(fc.integer({ min: 0, max: 19 })),
    })
    fc.assert(
      fc.property(situation, ({ levels, perDay, done }) => {
        const catalogue = levels.map((difficulty, index) => ({ id: `lesson-${index}`, difficulty }))
        const completedBefore = new Set(done.map((index) => `lesson-${index}`))
        const ids = dailyLessonIds(catalogue, { completedBefore, perDay })
        const open = catalogue.filter(({ id }) => !completedBefore.has(id))
        expect(ids).toHaveLength(Math.min(perDay, open.length))
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter((id) => completedBefore.has(id))).toEqual([])
        for (const level of LEVELS) {
          const ofLevel = open.filter(({ difficulty }) => difficulty === level)
          const slots = LEVELS.indexOf(level) < perDay ? Math.ceil((perDay - LEVELS.indexOf(level)) / LEVELS.length) : 0
          const shown = ofLevel.filter(({ id }) => ids.includes(id))
          expect(shown.length).toBeGreaterThanOrEqual(Math.min(slots, ofLevel.length))
          // In path order, the shown lessons of a level come before its others.
          expect(shown).toEqual(ofLevel.slice(0, shown.length))
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each([
  ['', 1],
  [' \n ', 1],
  ['one', 1],
  ['word '.repeat(220), 1],
  ['word '.repeat(221), 2],
  ['word\n\n'.repeat(440), 2],
  ['word\t'.repeat(441), 3],
])('%# reading takes whole minutes, at least one', (text, minutes) => {
  expect(readMinutes(text)).toBe(minutes)
})
