import { expect, it } from 'vitest'
import { priceText, redeemCapText, steezeFacts } from './money.ts'

const RATES = { steezePerUsdc: 10, usdcPerRedeemedSteeze: 0.07, redeemableUsdcPerDay: 1_000 }

it('says what Steeze costs, what is redeemed for it, and how much less that is [steeze.money-rates]', () => {
  const facts = (steeze: number, rates = RATES) => steezeFacts(steeze, 'A creator redeems for', rates)
  expect(facts(10)).toEqual([
    ['10 Steeze cost', '1.00 USDC'],
    ['A creator redeems for', '0.70 USDC, 30% less'],
  ])
  expect(facts(1)).toEqual([
    ['1 Steeze costs', '0.10 USDC'],
    ['A creator redeems for', '0.07 USDC, 30% less'],
  ])
  expect(facts(1_000, { ...RATES, steezePerUsdc: 4, usdcPerRedeemedSteeze: 0.2 }).map(([, value]) => value)).toEqual([
    '250.00 USDC',
    '200.00 USDC, 20% less',
  ])
  expect(facts(8, { ...RATES, steezePerUsdc: 4, usdcPerRedeemedSteeze: 0.25 })[1]?.[1]).toBe('2.00 USDC')
})

it('says prices and the day’s cap by the same rates [steeze.money-rates]', () => {
  expect(priceText(5)).toBe('0.5 USDC')
  expect(redeemCapText({ ...RATES, redeemableUsdcPerDay: 2_500 })).toMatch(/2,500 USDC a day/)
})
