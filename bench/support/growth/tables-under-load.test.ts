import { expect, it } from 'vitest'
import { changedInPlace } from './tables-under-load.ts'

const state = (name: string, [inserted, changed, dead, bytes]: [number, number, number, number]) => ({
  name,
  inserted,
  changed,
  dead,
  bytes,
})

it('watches tables whose rows change in place, not those that only grow', () => {
  const start = [state('balances', [100, 0, 0, 10]), state('gifts', [0, 0, 0, 10]), state('rare', [0, 0, 0, 1])]
  const half = [state('balances', [100, 500, 40, 12]), state('gifts', [500, 0, 0, 50]), state('rare', [0, 5, 5, 1])]
  const end = [
    state('balances', [100, 1_000, 60, 13]),
    state('gifts', [1_000, 900, 0, 90]),
    state('rare', [0, 9, 9, 1]),
  ]
  expect(changedInPlace(start, half, end, 100)).toEqual([
    { name: 'balances', changed: 1_000, dead: [40, 60], bytes: [12, 13] },
  ])
})
