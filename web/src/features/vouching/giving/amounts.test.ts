import { expect, it } from 'vitest'
import { auraFor, countedUsdc, thanksText, uncountedText, usdcToTwo } from './amounts.ts'

it('predicts the award of the server', () => {
  expect([auraFor(25, '1.5'), auraFor(1, '1.3'), auraFor(100, '3.0'), auraFor(7, '1.0')]).toEqual([375, 13, 3_000, 70])
})

it('predicts what doesn’t count, and says so before money moves [vouching.uncounted-shown] [related.vouches]', () => {
  const pair = { isRelated: false, uncountedAmount: 0 }
  expect([countedUsdc(5, pair), uncountedText('bo', pair)]).toEqual([5, null])
  const thanked = { ...pair, uncountedAmount: 10 }
  expect([countedUsdc(5, thanked), countedUsdc(12, thanked)]).toEqual([0, 2])
  expect(uncountedText('bo', thanked)).toMatch(/the first 10.00 USDC bring none/)
  const related = { ...pair, isRelated: true }
  expect(countedUsdc(5, related)).toBe(0)
  expect(uncountedText('bo', related)).toMatch(/related, so this brings no AP and no Trust/)
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
