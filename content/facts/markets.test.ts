import { expect, it } from 'vitest'
import { fileOf, grouped, numberTo, textOf } from './lesson-files.ts'

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

/** Returns the value of a pool share relative to holding, after one price moved by a factor. */
const against = (factor: number) => (2 * Math.sqrt(factor)) / (1 + factor)
const health = (eth: number, price: number, debt: number) => (eth * price * 0.8) / debt

const taken = (10_000 * 1.05) / 2_450
const tun = paidOut(100_000, 100_000, 1_000, 1)
const priceOfTun = 200_000 / (1_000 - tun)
const lentOnTun = tun * priceOfTun * 0.75
const withFee = (loan: number) => loan + (loan * 5) / 10_000

it.each([
  [
    'borrowing-and-health',
    `3,000 / 2 / 0.8 = ${grouped(3_000 / 2 / 0.8)}. That is a fall of ${(1 - 1_875 / 3_000) * 100}`,
  ],
  ['impermanent-loss', `20,000 are traded each day takes in ${20_000 * 0.003} a day`],
  ['impermanent-loss', `some ${Math.round(5.7 / ((60 / 100_000) * 100))} days`],
  ['impermanent-loss', `Put in 2 or a half, and ${((1 - against(2)) * 100).toFixed(1)} per cent is missing.`],
  ['impermanent-loss', `${((1 - against(1 / 2)) * 100).toFixed(1)} per cent are lost at half and double`],
  ['impermanent-loss', `${((1 - against(4)) * 100).toFixed(0)} per cent at a quarter and fourfold`],
  ['liquidation-day', `The [oracle](term:oracle) writes 2,450. Health is ${health(10, 2_450, 20_000).toFixed(2)}.`],
  ['liquidation-day', `if the bonus is 5 per cent: ${taken.toFixed(3)} ETH.`],
  ['liquidation-day', `left with ${(10 - taken).toFixed(3)} ETH, worth ${grouped((10 - taken) * 2_450)}`],
  ['liquidation-day', `Health is ${health(10 - taken, 2_450, 10_000).toFixed(2)}.`],
  ['liquidation-day', `At a health of ${health(10, 2_375, 20_000).toFixed(2)}, here a price of 2,375`],
  ['liquidation-day', `${grouped(20_000 * 1.05)} worth of ETH out of ${grouped(10 * 2_350)}`],
  ['liquidation-day', `below ${grouped((20_000 * 1.05) / 10)}, the ETH no longer covers debt and bonus`],
  ['liquidation-day', `your limit from ${grouped(20_000 / 10 / 0.8)} to ${grouped(18_000 / 10 / 0.8)}`],
  ['flash-loans', `returns ${grouped(withFee(1_000_000))}. You keep ${grouped(1_004_000 - withFee(1_000_000))}`],
  ['flash-loans', `Fees aside, ${tun} TUN come out, and the pool says ${priceOfTun}`],
  ['flash-loans', `borrow ${grouped(lentOnTun)}. They repay ${grouped(withFee(100_000))}`],
  ['flash-loans', `leave with ${grouped(lentOnTun - withFee(100_000))}`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['where-yield-comes-from', `would turn 1,000 into almost ${Math.ceil(1.01 ** 365)},000 in a year`],
  ['where-yield-comes-from', `Borrowers pay ${grouped(64_000 * 0.11)} a year, and on 80,000 that is the 8.8`],
  ['borrowing-and-health', `of which ${grouped(6_000 * 0.7 * 0.8)} count against 3,000`],
  ['liquidation-day', `about ${Math.round(taken * 10)} per cent of the ETH`],
  ['liquidation-day', `Health factor: ${health(10, 2_350, 20_000).toFixed(2)}`],
])('a question of %s says “%s”', (lesson, said) => expect(fileOf(lesson, 'lesson.json')).toContain(said))

it.each([
  ['a-swap-with-nobody', 'ten-in', paidOut(10, 50, 150_000, 1)],
  ['a-swap-with-nobody', 'twenty-out', 300_000 / (100 / 20 - 1)],
  ['where-yield-comes-from', 'idle-money', 2_000 * 0.4 * 0.06],
  ['borrowing-and-health', 'health-of-a-loan', (6 * 2_100 * 0.75) / 6_300],
  ['borrowing-and-health', 'fall-to-liquidation', (1 - 3_780 / 3 / 0.75 / 2_800) * 100],
  ['liquidation-day', 'eth-taken', ((12_000 / 2) * 1.05) / 2_000],
  ['liquidation-day', 'debt-without-cover', 23_150 - (13 * 1_680) / 1.05],
  ['flash-loans', 'fee-of-a-flash-loan', withFee(400_000)],
  ['flash-loans', 'left-after-the-loan', 601_000 - withFee(600_000)],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBeCloseTo(result, 9))

it('12,500 USDC take 4 ETH out of a pool of 100 ETH and 300,000 USDC, and leave it at about 3,255', () => {
  expect(paidOut(12_500, 300_000, 100, 1)).toBeCloseTo(4, 9)
  expect(312_500 * 96).toBe(300_000 * 100)
  expect(12_500 / 4).toBe(3_125)
  expect(Math.round(312_500 / 96)).toBe(3_255)
  expect(textOf('a-swap-with-nobody')).toContain('about 3,255')
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

it('2 ETH at 3,000 against 3,000 have a health of 1.6 and are liquidated below 1,875, or below 2,812.50 against 4,500', () => {
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
