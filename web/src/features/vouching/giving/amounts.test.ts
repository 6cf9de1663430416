import { expect, it } from 'vitest'
import { auraFor, thanksText, usdcToTwo } from './amounts.ts'

it('predicts the award of the server', () => {
  expect([auraFor(25, '1.5'), auraFor(1, '1.3'), auraFor(100, '3.0'), auraFor(7, '1.0')]).toEqual([375, 13, 3_000, 70])
})

it('writes USDC with two decimals', () => {
  expect([usdcToTwo(25), usdcToTwo(0)]).toEqual(['25.00', '0.00'])
})

it('says before a vouch back what it costs the person it thanks [vouching.back-nets]', () => {
  expect(thanksText('bo', 5, 0)).toBeNull()
  expect(thanksText('bo', 5, 20)).toBe(
    'bo vouched 20 USDC for you in the last 180 days. In Trust, a vouch back cancels as much of it, here 5 USDC, and counts for nothing itself.',
  )
  expect(thanksText('bo', 25, 20)).toContain('here 20 USDC, and only the other 5 USDC count. Then bo’s vouch no longer')
})
