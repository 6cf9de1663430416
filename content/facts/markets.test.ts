import { expect, it } from 'vitest'
import { fileOf, numberTo, textOf } from './lesson-files.ts'

const grouped = (amount: number, digits = 0) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

interface Pool {
  eth: number
  usdc: number
}

/** Uniswap v2’s `getAmountOut`; `kept` is the part of the payment left after the fee. */
const paidOut = (paid: number, into: number, from: number, kept = 0.997) => (paid * kept * from) / (into + paid * kept)

function sell(pool: Pool, eth: number): [number, Pool] {
  const usdc = paidOut(eth, pool.eth, pool.usdc)
  return [usdc, { eth: pool.eth + eth, usdc: pool.usdc - usdc }]
}

const pool: Pool = { eth: 100, usdc: 300_000 }

it('12,500 USDC take 4 ETH out of a pool of 100 ETH and 300,000 USDC, and leave it at about 3,255', () => {
  expect(paidOut(12_500, 300_000, 100, 1)).toBeCloseTo(4, 9)
  expect(312_500 * 96).toBe(300_000 * 100)
  expect(12_500 / 4).toBe(3_125)
  expect(Math.round(312_500 / 96)).toBe(3_255)
  expect(textOf('a-swap-with-nobody')).toContain('about 3,255')
})

it('10 ETH put into 50 ETH and 150,000 USDC take 25,000 USDC out, and 75,000 USDC take 20 of 100 ETH', () => {
  expect(paidOut(10, 50, 150_000, 1)).toBeCloseTo(numberTo('a-swap-with-nobody', 'ten-in'), 6)
  expect(paidOut(numberTo('a-swap-with-nobody', 'twenty-out'), pool.usdc, pool.eth, 1)).toBeCloseTo(20, 9)
})

it('a page that pays deposits with deposits has 23,800 of 37,000 left after five months on time', () => {
  const story = textOf('where-yield-comes-from')
  const tills: number[] = []
  let [people, till, paid] = [0, 0, 0]
  for (const joined of [10, 10, 10, 5, 2]) {
    people += joined
    till += joined * 1_000 - people * 100
    paid += people * 100
    tills.push(till)
  }
  expect(tills).toEqual([9_000, 17_000, 24_000, 25_500, 23_800])
  expect(people * 1_000 - paid).toBe(till)
  expect(story).toContain(`${people} people put in ${grouped(people * 1_000)}. They got ${grouped(paid)} of it back.`)
  for (const each of tills) {
    expect(story).toContain(grouped(each))
    expect(fileOf('where-yield-comes-from', 'till.svg')).toContain(`>${grouped(each)}<`)
  }
  expect(story).toContain(`${5 * 100} came back of their 1,000`)
  expect(1_000 / 100).toBe(numberTo('where-yield-comes-from', 'payments-until-even'))
})

it('80 of 100 lent at 5 per cent bring 4 a year; 64,000 at 11 per cent pay 8.8 per cent on 80,000', () => {
  expect(80 * 0.05).toBe(4)
  expect(64_000 * 0.11).toBeCloseTo(7_040, 6)
  expect((7_040 / 80_000) * 100).toBeCloseTo(8.8, 6)
  expect(2_000 * 0.4 * 0.06).toBeCloseTo(numberTo('where-yield-comes-from', 'idle-money'), 6)
})

it('1 per cent a day makes almost 38,000 of 1,000 in a year', () => {
  expect((1.01 ** 365).toFixed(1)).toBe('37.8')
})

it('sales of 0.1, 1, 5 and 20 ETH pay what the table of price impact says', () => {
  for (const size of [0.1, 1, 5, 20]) {
    const each = sell(pool, size)[0] / size
    const row = `| ${size} ETH | ${grouped(each, 2)} | ${((1 - each / 3_000) * 100).toFixed(1)} % |`
    expect(textOf('slippage-and-price-impact')).toContain(row)
  }
})

it('two sales of 2.5 ETH pay no more than one of 5 ETH, and half a per cent below its quote is 14,173.67', () => {
  const [whole] = sell(pool, 5)
  const [first, between] = sell(pool, 2.5)
  const [second] = sell(between, 2.5)
  expect(first + second).toBeLessThan(whole)
  expect(whole - first - second).toBeLessThan(1)
  const lesson = textOf('slippage-and-price-impact')
  expect(lesson).toContain(grouped(whole, 2))
  expect(lesson).toContain(grouped(whole * 0.995, 2))
  expect(fileOf('slippage-and-price-impact', 'lesson.json')).toContain(
    `Price impact: ${((1 - whole / (5 * 3_000 * 0.997)) * 100).toFixed(1)} %`,
  )
  expect(lesson).toContain('Half a per cent is a common start for large pools.')
  expect(4_000 * 0.995).toBe(numberTo('slippage-and-price-impact', 'least-amount'))
})

/** Returns the value of a pool share relative to holding, after one price moved by a factor. */
const against = (factor: number) => (2 * Math.sqrt(factor)) / (1 + factor)

it('a share is worth 20 per cent less than holding at a quarter and at four times the price, and 5.7 at half and double', () => {
  for (const factor of [4, 1 / 4]) expect(1 - against(factor)).toBeCloseTo(0.2, 12)
  for (const factor of [2, 1 / 2]) expect(((1 - against(factor)) * 100).toFixed(1)).toBe('5.7')
})

it('the two worked shares hold amounts of the old product and the new ratio', () => {
  const share = (product: number, price: number) => ({
    eth: Math.sqrt(product / price),
    usdc: Math.sqrt(product * price),
  })
  expect(share(1 * 3_000, 12_000)).toEqual({ eth: 0.5, usdc: 6_000 })
  expect(9_000 * (1 - against(4))).toBeCloseTo(numberTo('impermanent-loss', 'hold-against-pool'), 9)
  expect(share(4 * 4_000, 250)).toEqual({ eth: 8, usdc: 2_000 })
  expect(share(8 * 7_200, 1_600)).toEqual({ eth: numberTo('impermanent-loss', 'eth-in-the-share'), usdc: 9_600 })
})

it('20,000 a day at 0.3 per cent pay 60 into a pool of 100,000, which takes some 95 days to bring 5.7 per cent', () => {
  expect(20_000 * 0.003).toBe(60)
  expect(Math.round(5.7 / ((60 / 100_000) * 100))).toBe(95)
})

const health = (eth: number, price: number, debt: number) => (eth * price * 0.8) / debt

it('2 ETH at 3,000 against 3,000 have a health of 1.6 and are liquidated below 1,875, or below 2,812.50 against 4,500', () => {
  expect(health(2, 3_000, 3_000)).toBeCloseTo(1.6, 12)
  expect(3_000 / 2 / 0.8).toBeCloseTo(1_875, 9)
  expect(1 - 1_875 / 3_000).toBe(0.375)
  for (const debt of [1_500, 3_000, 4_500]) {
    const limit = debt / 2 / 0.8
    const row = [
      grouped(debt),
      health(2, 3_000, debt).toFixed(2),
      grouped(limit, 2),
      `${grouped((1 - limit / 3_000) * 100)} %`,
    ]
    expect(textOf('borrowing-and-health')).toContain(`| ${row.join(' | ')} |`)
  }
  expect(6_000 * 0.7 * 0.8).toBeCloseTo(3_360, 9)
})

it('the questions on health and on the fall to liquidation have right answers', () => {
  expect((6 * 2_100 * 0.75) / 6_300).toBe(numberTo('borrowing-and-health', 'health-of-a-loan'))
  const limit = 3_780 / 3 / 0.75
  expect((1 - limit / 2_800) * 100).toBeCloseTo(numberTo('borrowing-and-health', 'fall-to-liquidation'), 9)
})

it('repaying half of a loan at 2,450 with a bonus of 5 per cent takes 4.286 ETH and leaves a health of 1.12', () => {
  expect(health(10, 3_000, 20_000)).toBeCloseTo(1.2, 12)
  expect(health(10, 2_500, 20_000)).toBeCloseTo(1, 12)
  expect(health(10, 2_450, 20_000)).toBeCloseTo(0.98, 12)
  const taken = (10_000 * 1.05) / 2_450
  expect(taken.toFixed(3)).toBe('4.286')
  expect(Math.round(taken * 10)).toBe(43)
  expect((10 - taken).toFixed(3)).toBe('5.714')
  expect(Math.round((10 - taken) * 2_450)).toBe(14_000)
  expect(health(10 - taken, 2_450, 10_000)).toBeCloseTo(1.12, 9)
  expect(textOf('liquidation-day')).toContain('4.286 ETH')
  expect(((12_000 / 2) * 1.05) / 2_000).toBeCloseTo(numberTo('liquidation-day', 'eth-taken'), 9)
})

it('health is 0.95 at 2,375, debt and bonus are uncovered below 2,100, and repaying 2,000 moves the limit to 2,250', () => {
  expect(health(10, 2_375, 20_000)).toBeCloseTo(0.95, 12)
  expect([20_000 * 1.05, 10 * 2_350]).toEqual([21_000, 23_500])
  expect((20_000 * 1.05) / 10).toBe(2_100)
  expect(textOf('liquidation-day')).toContain('below 2,100')
  expect(18_000 / 10 / 0.8).toBe(2_250)
  expect(health(10, 2_350, 20_000)).toBeCloseTo(0.94, 12)
  expect(23_150 - (13 * 1_680) / 1.05).toBeCloseTo(numberTo('liquidation-day', 'debt-without-cover'), 9)
})

function buy(from: Pool, usdc: number): [number, Pool] {
  const eth = paidOut(usdc, from.usdc, from.eth)
  return [eth, { eth: from.eth - eth, usdc: from.usdc + usdc }]
}

/** The bot sells before the swap of 10 ETH, and buys back after it. */
function sandwich(botSells: number) {
  const [gained, afterBot] = sell(pool, botSells)
  const [victimGets, afterVictim] = sell(afterBot, 10)
  const [back] = buy(afterVictim, gained)
  return { gained, victimGets, back }
}

it('a bot that sells 5 ETH before a sale of 10 leaves 24,780 USDC of 27,198 and gains 0.935 ETH', () => {
  const [quote] = sell(pool, 10)
  const { gained, victimGets, back } = sandwich(5)
  const lesson = textOf('sandwiched')
  for (const amount of [quote, quote * 0.9, gained, victimGets, quote - victimGets]) {
    expect(lesson).toContain(grouped(Math.round(amount)))
  }
  expect(victimGets).toBeGreaterThan(quote * 0.9)
  expect(((1 - victimGets / quote) * 100).toFixed(1)).toBe('8.9')
  expect(back.toFixed(3)).toBe('5.935')
  expect((back - 5).toFixed(3)).toBe('0.935')
})

it('with half a per cent of room, 136 USDC, the bot can sell 0.26 ETH and gains 0.05, and its fees are far below', () => {
  const [quote] = sell(pool, 10)
  expect(sandwich(0.26).victimGets).toBeGreaterThan(quote * 0.995)
  expect(sandwich(0.27).victimGets).toBeLessThan(quote * 0.995)
  const gain = sandwich(0.26).back - 0.26
  expect(gain.toFixed(2)).toBe('0.05')
  // Two swaps of 150,000 gas at 10 gwei.
  expect(gain).toBeGreaterThan(10 * 2 * 150_000 * 10e-9)
  expect(textOf('sandwiched')).toContain(`${Math.round(quote * 0.005)} USDC`)
})

it('a flash loan of a million costs 500 at 5 basis points, and the example leaves 3,500', () => {
  const owed = (loan: number) => loan + (loan * 5) / 10_000
  expect(owed(1_000_000)).toBe(1_000_500)
  expect(1_004_000 - owed(1_000_000)).toBe(3_500)
  expect(owed(400_000)).toBe(numberTo('flash-loans', 'fee-of-a-flash-loan'))
  expect(601_000 - owed(600_000)).toBe(numberTo('flash-loans', 'left-after-the-loan'))
})

it('100,000 USDC make a pool of 1,000 TUN say 400, which the attack turns into 49,950', () => {
  const tun = paidOut(100_000, 100_000, 1_000, 1)
  expect(tun).toBe(500)
  expect(200_000 / (1_000 - tun)).toBe(400)
  expect(tun * 400 * 0.75).toBe(150_000)
  expect(150_000 - (100_000 * 10_005) / 10_000).toBe(49_950)
  expect(textOf('flash-loans')).toContain('49,950')
})
