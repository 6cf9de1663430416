import type { StatusDay } from '@aura/api/calls/status'
import { expect, it } from 'vitest'
import { availability, daysWithTrouble, lookOf, type PartStatus, troubleOf, verdict } from './status.ts'

const day = (more: Partial<StatusDay>): StatusDay => ({
  day: '2026-03-02',
  up: 0,
  degraded: 0,
  down: 0,
  missing: 0,
  ...more,
})
const part = (name: PartStatus['part'], state: PartStatus['state']): PartStatus => ({ part: name, state, days: [] })

it('says what does not work, the worst first', () => {
  expect(verdict([part('app', 'up'), part('battles', 'up')])).toBe('Everything works')
  expect(verdict([part('app', 'up'), part('battles', 'degraded'), part('steeze', 'down')])).toBe(
    'Down: Redeeming Steeze. Slow: Battles',
  )
})

it('never rounds trouble away', () => {
  expect(availability([])).toBeNull()
  expect(availability([day({ up: 1_440 })])).toBe('100.00%')
  expect(availability([day({ up: 1_440 }), day({ up: 1_430, degraded: 9, missing: 1 })])).toBe('99.96%')
  expect(availability([day({ up: 99_999, down: 1 })])).toBe('99.99%')
})

it('tells a restart from an outage', () => {
  expect(lookOf(day({ up: 1_440 }))).toBe('up')
  expect(lookOf(day({ up: 1_435, missing: 5 }))).toBe('degraded')
  expect(lookOf(day({ up: 1_434, missing: 3, down: 3 }))).toBe('down')
  expect(troubleOf(day({ up: 1_440 }))).toBeNull()
  expect(troubleOf(day({ missing: 1, degraded: 2 }))).toBe('down for 1 minute, slow for 2 minutes')
})

it('lists each day with trouble once, the latest first', () => {
  const [good, slow, down] = [day({ up: 1_440 }), day({ degraded: 2 }), day({ day: '2026-03-03', down: 1 })]
  expect(
    daysWithTrouble([
      { part: 'app', state: 'up', days: [good] },
      { part: 'battles', state: 'up', days: [slow, down] },
      { part: 'chain', state: 'up', days: [slow] },
    ]),
  ).toEqual([
    { day: '2026-03-03', troubles: ['Battles: down for 1 minute'] },
    { day: '2026-03-02', troubles: ['Battles: slow for 2 minutes', 'Payments: slow for 2 minutes'] },
  ])
})
