import { expect, it } from 'vitest'
import { heldStanding } from './standing.rules.ts'

const bonus = { userId: 'ada', before: { days: 0, auraPoints: 0 } }
const lesson = { userId: 'ada', before: { days: 0, auraPoints: 100 } }
const pending = { userId: 'ada', standing: { days: 3, auraPoints: 340 } }

it('holds what the first uncounted celebration began with, one after the other', () => {
  const held = (isCounted: boolean, queue = [bonus, lesson]) =>
    heldStanding('ada', { queue, isCounted, pending: null })?.auraPoints
  expect([held(false), held(true), held(false, [lesson]), held(true, [lesson])]).toEqual([0, 100, 100, undefined])
})

it('holds the figures from before a write, and nobody else’s', () => {
  expect(heldStanding('ada', { queue: [], isCounted: false, pending })).toEqual(pending.standing)
  expect(heldStanding('ada', { queue: [bonus], isCounted: false, pending })).toEqual(bonus.before)
  expect(heldStanding('bo', { queue: [bonus], isCounted: false, pending })).toBeNull()
  const vouch = { ...bonus, of: { id: 'temi' } }
  expect(heldStanding('ada', { queue: [vouch], isCounted: false, pending: null })).toBeNull()
})
