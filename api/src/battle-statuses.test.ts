import { expect, it } from 'vitest'
import { BATTLE_STATUSES, isCancelled, isOpen, isStarted, isUpcoming } from './battle-statuses.ts'

it('every status is either upcoming, started or cancelled', () => {
  const phases = BATTLE_STATUSES.map((status) => [isUpcoming, isStarted, isCancelled].filter((is) => is(status)).length)
  expect(phases).toEqual(BATTLE_STATUSES.map(() => 1))
})

it('a battle is open from its acceptance to its end', () => {
  expect(BATTLE_STATUSES.filter(isOpen)).toEqual(['accepted', 'cancellation_requested', 'active'])
})
