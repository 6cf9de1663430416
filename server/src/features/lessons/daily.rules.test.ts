import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyLessonIds, readMinutes } from './daily.rules.ts'

const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
type Level = (typeof LEVELS)[number]

/** A lesson such as `a2`, advanced, or `b3<b1,i1`, for beginners and after two others. */
const lesson = (text: string) => {
  const [id, needs] = text.split('<') as [string, string?]
  const difficulty = LEVELS.find((level) => level.startsWith(id[0] as string)) as Level
  return { id, difficulty, needs: needs?.split(',') ?? [] }
}
const pick = (path: readonly string[], ...completed: string[]) =>
  dailyLessonIds(path.map(lesson), { completedBefore: new Set(completed), perDay: 3 })

describe('the daily lessons', () => {
  it('are the next on the path, at most one of them advanced', () => {
    expect(pick(['b1', 'b2', 'b3', 'b4'])).toEqual(['b1', 'b2', 'b3'])
    expect(pick(['a1', 'a2', 'b1', 'a3', 'i1', 'b2'])).toEqual(['a1', 'b1', 'i1'])
    expect(pick(['a1', 'a2', 'b1', 'a3', 'i1', 'b2'], 'a1', 'b1', 'i1')).toEqual(['a2', 'b2'])
    expect(pick([])).toEqual([])
  })

  it('wait for what they need, which may come earlier that day or have left the catalogue', () => {
    expect(pick(['b1', 'b2<b1', 'i1<b2'])).toEqual(['b1', 'b2', 'i1'])
    expect(pick(['a1', 'a2', 'b1<a2', 'b2'])).toEqual(['a1', 'b2'])
    expect(pick(['b1<gone'])).toEqual(['b1'])
  })

  it('lead through any path whose needs come first, each lesson once [learning.daily-replaces-done] [learning.whole-path]', () => {
    const situation = fc.record({
      levels: fc.array(fc.constantFrom(...LEVELS), { maxLength: 20 }),
      needs: fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 20 }),
      known: fc.uniqueArray(fc.nat(19)),
      perDay: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(situation, ({ levels, needs, known, perDay }) => {
        const catalogue = levels.map((difficulty, at) => ({
          id: `lesson-${at}`,
          difficulty,
          needs: needs.flatMap(([later, earlier]) => (later === at && earlier < at ? [`lesson-${earlier}`] : [])),
        }))
        const completedBefore = new Set(known.map((at) => `lesson-${at}`))
        for (let left = catalogue.filter(({ id }) => !completedBefore.has(id)).length; left > 0; ) {
          const ids = dailyLessonIds(catalogue, { completedBefore, perDay })
          expect(ids.length).toBeGreaterThan(0)
          expect(ids.length).toBeLessThanOrEqual(perDay)
          const offered = catalogue.filter(({ id }) => ids.includes(id))
          expect(offered.map(({ id }) => id)).toEqual(ids)
          expect(offered.filter(({ difficulty }) => difficulty === 'advanced').length).toBeLessThanOrEqual(1)
          for (const { id, needs } of offered) {
            expect(completedBefore.has(id)).toBe(false)
            for (const need of needs) {
              expect(completedBefore.has(need) || ids.indexOf(need) < ids.indexOf(id)).toBe(true)
            }
            completedBefore.add(id)
          }
          left -= ids.length
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
