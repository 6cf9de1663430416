import { expect, it } from 'vitest'
import { stageClock } from './stage-clock.ts'

const at = { battleStartsAt: '2026-03-02T16:00:00Z', endsAt: '2026-03-02T20:00:00Z' }
const before = Date.parse('2026-03-02T15:58:30Z')

it.each([
  ['pending', before, 'Expires in', '00:01:30'],
  ['pending', Date.parse(at.battleStartsAt), '', 'Expiring'],
  ['accepted', before, 'Starts in', '00:01:30'],
  ['cancellation_requested', before, 'Starts in', '00:01:30'],
  ['accepted', Date.parse(at.battleStartsAt), '', 'Starting'],
  ['active', Date.parse(at.battleStartsAt), '', '04:00:00'],
  ['active', Date.parse(at.endsAt), '', 'Voting Ended'],
] as const)('a battle that is %s counts to what comes next', (status, now, words, clock) => {
  expect(stageClock({ status, ...at }, now)).toEqual({ before: words, clock })
})
