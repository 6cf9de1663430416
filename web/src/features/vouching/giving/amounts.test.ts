import { expect, it } from 'vitest'
import { auraFor, usdcToTwo } from './amounts.ts'

it('predicts the award of the server', () => {
  expect([auraFor(25, '1.5'), auraFor(1, '1.3'), auraFor(100, '3.0'), auraFor(7, '1.0')]).toEqual([375, 13, 3_000, 70])
})

it('writes USDC with two decimals', () => {
  expect([usdcToTwo(25), usdcToTwo(0)]).toEqual(['25.00', '0.00'])
})
