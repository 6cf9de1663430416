import fc from 'fast-check'
import { expect, it } from 'vitest'
import { daysTogether } from './friend-streak.rules.ts'

type State = 'learned' | 'held' | 'nothing'
const DAYS = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 2, 1 + i)).toISOString().slice(0, 10))
const on = (index: number) => DAYS[index] as string

/** Returns the days of a person whose today is the last of them. */
const lived = (states: readonly State[]) => ({
  today: on(states.length - 1),
  learned: new Set(DAYS.filter((_, index) => states[index] === 'learned')),
  held: new Set(DAYS.filter((_, index) => states[index] === 'held')),
})
const together = (one: readonly State[], other: readonly State[], start = 0) =>
  daysTogether(on(start), lived(one), lived(other))

/** Counts back from the latest day to the first that one of them missed. */
function reference(one: readonly State[], other: readonly State[], start: number): number {
  let days = 0
  for (let index = Math.max(one.length, other.length) - 1; index >= start; index--) {
    const isMissedBy = (states: readonly State[]) => index < states.length - 1 && states[index] === 'nothing'
    if (isMissedBy(one) || isMissedBy(other)) break
    if (one[index] === 'learned' && other[index] === 'learned') days++
  }
  return days
}

it('equals a count back from today, for any two histories whose days differ by one [profile.friend-streak-days]', () => {
  const state = fc.constantFrom<State>('learned', 'learned', 'learned', 'learned', 'held', 'nothing')
  const history = (length: number) => fc.array(state, { minLength: length, maxLength: length })
  const two = fc
    .tuple(fc.integer({ min: 2, max: 50 }), fc.integer({ min: -1, max: 1 }))
    .chain(([length, ahead]) => fc.tuple(history(length), history(length + ahead), fc.nat(length - 1)))
  fc.assert(
    fc.property(two, ([one, other, start]) => {
      expect(together(one, other, start)).toBe(reference(one, other, start))
      expect(together(other, one, start)).toBe(reference(one, other, start))
    }),
    { numRuns: 500 },
  )
})
