import { expect, it } from 'vitest'
import { highestRate } from './highest-rate.ts'

const search = { first: 50, within: 0.05, max: 100_000 }

it.each([20, 50, 137, 1_900, 64_000])('finds %i a second', async (limit) => {
  const tried: number[] = []
  const rate = await highestRate(search, async (perSecond) => {
    tried.push(perSecond)
    return perSecond <= limit
  })
  expect(rate).toBeLessThanOrEqual(limit)
  expect(rate).toBeGreaterThanOrEqual(Math.floor(limit * 0.9))
  expect(tried.length).toBeLessThan(40)
})

it('believes no single stall, and no rate above the highest', async () => {
  let calls = 0
  expect(await highestRate(search, async (perSecond) => ++calls !== 3 && perSecond <= 800)).toBeGreaterThanOrEqual(760)
  expect(await highestRate({ ...search, max: 300 }, async () => true)).toBe(300)
  expect(await highestRate(search, async () => false)).toBe(0)
})
