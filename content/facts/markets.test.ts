import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const file = (path: string) => readFileSync(join(import.meta.dirname, '../lessons', path), 'utf8')
const text = (folder: string) => file(`${folder}/content.md`)

/** Returns the answer of a question that asks for a number. */
function answerOf(folder: string, question: string): number {
  const { questions } = JSON.parse(file(`${folder}/lesson.json`)) as { questions: { id: string; answer: string }[] }
  return Number(questions.find(({ id }) => id === question)?.answer)
}

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
  expect(text('56-a-swap-with-nobody')).toContain('about 3,255')
})

it('10 ETH put into 50 ETH and 150,000 USDC take 25,000 USDC out', () => {
  expect(paidOut(10, 50, 150_000, 1)).toBeCloseTo(answerOf('56-a-swap-with-nobody', 'ten-in'), 6)
})

it('80,000 lent at 5 per cent bring 36 a year on 1,000 of 100,000 after a tenth for the pool', () => {
  expect(80_000 * 0.05 * 0.9).toBeCloseTo(3_600, 6)
  expect((3_600 / 100_000) * 1_000).toBeCloseTo(36, 6)
  expect(text('57-where-yield-comes-from')).toContain('Your 1,000 earn 36.')
  expect(((20_000 * 0.06) / 50_000) * 1_000).toBeCloseTo(answerOf('57-where-yield-comes-from', 'idle-money'), 6)
})

it('1 per cent a day makes more than 37,000 of 1,000 in a year, and 40 per cent of a token that lost three quarters is 10', () => {
  expect(Math.floor(1.01 ** 365)).toBe(37)
  expect(40 * 0.25).toBe(10)
})

it('sales of 0.1, 1, 5 and 20 ETH pay what the table of price impact says', () => {
  for (const size of [0.1, 1, 5, 20]) {
    const each = sell(pool, size)[0] / size
    const row = `| ${size} ETH | ${grouped(each, 2)} | ${((1 - each / 3_000) * 100).toFixed(1)} % |`
    expect(text('58-slippage-and-price-impact')).toContain(row)
  }
})

it('two sales of 2.5 ETH pay no more than one of 5 ETH, and half a per cent below its quote is 14,173.67', () => {
  const [whole] = sell(pool, 5)
  const [first, between] = sell(pool, 2.5)
  const [second] = sell(between, 2.5)
  expect(first + second).toBeLessThan(whole)
  expect(whole - first - second).toBeLessThan(1)
  const lesson = text('58-slippage-and-price-impact')
  expect(lesson).toContain(grouped(whole, 2))
  expect(lesson).toContain(grouped(whole * 0.995, 2))
  expect(file('58-slippage-and-price-impact/lesson.json')).toContain(
    `Price impact: ${((1 - whole / (5 * 3_000 * 0.997)) * 100).toFixed(1)} %`,
  )
  expect(2_000 * 0.99).toBe(answerOf('58-slippage-and-price-impact', 'least-amount'))
})

/** What a pool share is worth against holding, after one price moved by a factor. */
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
  expect(12_000 + 3_000 - (0.5 * 12_000 + 6_000)).toBe(answerOf('59-impermanent-loss', 'hold-against-pool'))
  expect(share(4 * 4_000, 250)).toEqual({ eth: 8, usdc: 2_000 })
  expect(answerOf('59-impermanent-loss', 'eth-in-the-share')).toBe(8)
})

it('20,000 a day at 0.3 per cent pay 60 into a pool of 100,000, which takes some 95 days to bring 5.7 per cent', () => {
  expect(20_000 * 0.003).toBe(60)
  expect(Math.round(5.7 / ((60 / 100_000) * 100))).toBe(95)
})
