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

/** Returns the other side a pool without fees pays for `sold`, keeping the product of its sides. */
const payout = ([token, usdc]: [number, number], sold: number) => usdc - (token * usdc) / (token + sold)

it('a permit for all of the USDC leaves none', () => {
  expect(answerOf('78-phishing-and-drainers', 'what-is-left')).toBe(300 - 300)
})

it('the fees of a rescuer come on top of the first loss', () => {
  expect(text('79-fake-support')).toContain(`down ${300 + 45 + 60 + 80}`)
  expect(answerOf('79-fake-support', 'the-second-loss')).toBe(200 + 30 + 50 + 70)
})

it('8,000 tokens at 0.40 show 3,200 dollars, and the pool pays 49.23 for them', () => {
  const pool: [number, number] = [125, 50]
  expect(pool[1] / pool[0]).toBe(0.4)
  expect(8000 * 0.4).toBe(3200)
  expect(pool[0] * pool[1]).toBe(6250)
  expect(payout(pool, 8000).toFixed(2)).toBe('49.23')
  expect(text('80-unasked-airdrops')).toContain('125 × 50 = 6,250')
  expect(text('80-unasked-airdrops')).toContain('you get 49.23 USDC at the most')
  expect(payout([100, 60], 1100)).toBe(answerOf('80-unasked-airdrops', 'out-of-the-pool'))
})

it('a tax of 20 per cent on 14,900 is 2,980, and then 11,080 have been paid in', () => {
  const deposits = 100 + 2000 + 6000
  const tax = 14_900 * 0.2
  expect(tax).toBe(2980)
  expect(text('81-the-long-con')).toContain('2,980')
  expect(deposits + tax).toBe(11_080)
  expect(text('81-the-long-con')).toContain('he has put in 11,080 and got 50')
  expect(answerOf('81-the-long-con', 'the-bill')).toBe(1500 + 4500 * 0.2 - 60)
})

it('a permit for 400 leaves 600 of 1,000 USDC', () => {
  expect(answerOf('82-first-hour-after-theft', 'what-stays')).toBe(1000 - 400)
})

it('a fee of 99 per cent leaves 4 of 400 USDC, and one of 90 per cent leaves 30 of 300', () => {
  expect((400 * (100 - 99)) / 100).toBe(4)
  expect(text('83-read-a-token')).toContain('the 990 left show a value of 400 USDC. She sells, and 4 USDC come out')
  expect((1500 * 20 * (100 - 90)) / 100 / 100).toBe(answerOf('83-read-a-token', 'after-the-fee'))
})

it('135 million dollars from 76,582 victims are some 1,760 each, and a fifth goes to the builders', () => {
  expect(Math.round(135_000_000 / 76_582 / 10) * 10).toBe(1760)
  expect(text('84-anatomy-of-a-drainer')).toContain('135 million dollars from 76,582 victims, some 1,760 each')
  expect([10_000 * 0.2, 10_000 * 0.8]).toEqual([2000, 8000])
  expect(answerOf('84-anatomy-of-a-drainer', 'operators-share')).toBe(12_500 * 0.2)
})
