import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyLessonIds, optionOrder, readMinutes } from './daily.rules.ts'
import { dayFromNumber } from './day.rules.ts'

const TWELVE = Array.from({ length: 12 }, (_, index) => `lesson-${index + 1}`)
const nothing: ReadonlySet<string> = new Set()
const pick = (day: string, completed: readonly string[] = [], catalogue = TWELVE) =>
  dailyLessonIds(catalogue, day, { completedBefore: new Set(completed), perDay: 3 })

describe('choosing the daily lessons', () => {
  it('cycles through the catalogue, three a day', () => {
    const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
    expect(days.flatMap((day) => pick(day)).sort()).toEqual([...TWELVE].sort())
    expect(pick('2026-03-06')).toEqual(pick('2026-03-02'))
  })

  it('replaces completed lessons by the next uncompleted ones in catalogue order', () => {
    const today = pick('2026-03-02')
    expect(today).toEqual(['lesson-7', 'lesson-8', 'lesson-9'])
    expect(pick('2026-03-02', ['lesson-8'])).toEqual(['lesson-7', 'lesson-10', 'lesson-9'])
    expect(pick('2026-03-02', ['lesson-7', 'lesson-9', 'lesson-10'])).toEqual(['lesson-11', 'lesson-8', 'lesson-12'])
    expect(pick('2026-03-02', ['lesson-7', 'lesson-10', 'lesson-11', 'lesson-12'])[0]).toBe('lesson-1')
  })

  it('keeps lessons for review when nothing else is left', () => {
    expect(pick('2026-03-02', TWELVE)).toEqual(pick('2026-03-02'))
    const allButOne = TWELVE.filter((id) => id !== 'lesson-3')
    expect(pick('2026-03-02', allButOne)).toEqual(['lesson-3', 'lesson-8', 'lesson-9'])
  })

  it('returns as many as a small or empty catalogue has', () => {
    expect(pick('2026-03-02', [], ['a', 'b']).sort()).toEqual(['a', 'b'])
    expect(pick('2026-03-02', [], [])).toEqual([])
    expect(pick('1969-12-30', [], TWELVE)).toHaveLength(3)
  })
})

/** The rule restated: the date's own lessons, each completed one replaced by the first uncompleted of the rest. */
function expectedIds(catalogue: string[], day: number, completed: ReadonlySet<string>, perDay: number): string[] {
  const start = catalogue.length === 0 ? 0 : (day * perDay) % catalogue.length
  const rotated = [...catalogue.slice(start), ...catalogue.slice(0, start)]
  const rest = rotated.slice(perDay).filter((id) => !completed.has(id))
  return rotated.slice(0, perDay).map((id) => (completed.has(id) ? (rest.shift() ?? id) : id))
}

it('the lessons of any day follow the rule', () => {
  const situation = fc.record({
    size: fc.integer({ min: 0, max: 20 }),
    day: fc.integer({ min: 0, max: 40_000 }),
    perDay: fc.integer({ min: 1, max: 5 }),
    done: fc.uniqueArray(fc.integer({ min: 0, max: 19 })),
  })
  fc.assert(
    fc.property(situation, ({ size, day, perDay, done }) => {
      const catalogue = Array.from({ length: size }, (_, index) => `lesson-${index}`)
      const completedBefore = new Set(done.map((index) => `lesson-${index}`).filter((id) => catalogue.includes(id)))
      const ids = dailyLessonIds(catalogue, dayFromNumber(day), { completedBefore, perDay })
      expect(ids).toHaveLength(Math.min(perDay, size))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expectedIds(catalogue, day, completedBefore, perDay))
      const reviews = ids.filter((id) => completedBefore.has(id))
      const leftOut = catalogue.filter((id) => !completedBefore.has(id) && !ids.includes(id))
      expect(reviews.length === 0 || leftOut.length === 0).toBe(true)
      const forANewcomer = dailyLessonIds(catalogue, dayFromNumber(day), { completedBefore: nothing, perDay })
      for (const [slot, id] of forANewcomer.entries()) if (!completedBefore.has(id)) expect(ids[slot]).toBe(id)
    }),
    { numRuns: 1_000 },
  )
})

describe('the order of the options', () => {
  it('contains each option once and is stable', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), fc.integer({ min: 0, max: 6 }), (user, lesson, options) => {
        const order = optionOrder(user, lesson, options)
        expect([...order].sort()).toEqual(Array.from({ length: options }, (_, index) => index))
        expect(optionOrder(user, lesson, options)).toEqual(order)
      }),
    )
  })

  it('differs between users and lessons and favours no position', () => {
    const users = Array.from({ length: 1_000 }, (_, index) => `user-${index}`)
    const orders = users.map((user) => optionOrder(user, 'seed-phrases', 4))
    expect(new Set(orders.map(String)).size).toBe(24)
    for (let place = 0; place < 4; place++) {
      const share = orders.filter((order) => order[place] === 0).length / users.length
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThan(0.3)
    }
    const lessons = users.map((lesson) => optionOrder('ada', lesson, 4))
    expect(new Set(lessons.map(String)).size).toBe(24)
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
