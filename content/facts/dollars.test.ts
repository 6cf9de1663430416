import { STEEZE_VALUE_MICROS } from '@aura/api/money'
import { formatUnits, getAddress, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { fileOf, grouped, numberTo, textOf } from './lesson-files.ts'

const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** The USDC that cover an amount of Steeze. */
const cover = (steeze: number) => (steeze * STEEZE_VALUE_MICROS) / 1_000_000
const loan = 10 * 3_000 * 0.75
const boughtFor411 = (411 - 6 - 1) / 1.01

it.each([
  ['what-you-own-in-usdc', `Mai’s line says ${parseUnits('120', 6)}.`],
  ['paying-without-eth', 'the gas costs the shop 0.01, and the shop asks for 5.02'],
  ['what-holds-the-peg', `a million tokens for ${grouped(1_000_000 * 0.98)}`],
  ['proof-of-reserves', `For 20,000 of them it needs ${grouped(cover(20_000))} USDC.`],
  ['oracles', `lends ${grouped(loan)} USDC`],
  ['oracles', `short of ${grouped(loan - 10 * 2_000)}`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['cards-ramps-and-holds', `You get: ${((50 - 0.05) / 1.04).toFixed(2)} USDC`],
  ['oracles', `answer: ${parseUnits('3000', 8)}`],
])('a question of %s says “%s”', (lesson, said) => expect(fileOf(lesson, 'lesson.json')).toContain(said))

it.each([
  ['what-you-own-in-usdc', 'millionths', Number(formatUnits(3_500_000n, 6))],
  ['paying-without-eth', 'left-after-the-pack', 40 - 7 - 5 - 2.6],
  // 12 dollars of the 411 are fees, on the way there and back.
  ['cards-ramps-and-holds', 'lost-to-the-price', 411 - (boughtFor411 * 0.97 - 5) - (6 + 1 + 5)],
  ['what-holds-the-peg', 'closing-the-gap', 20_000 - 20_000 * 0.97],
  ['proof-of-reserves', 'cover-for-steeze', cover(12_000)],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBeCloseTo(result, 9))

it('the address of USDC on Base has a right checksum and begins and ends as the lesson says', () => {
  expect(getAddress(USDC_ON_BASE.toLowerCase())).toBe(USDC_ON_BASE)
  const short = `${USDC_ON_BASE.slice(0, 6)}…${USDC_ON_BASE.slice(-4)}`
  expect(fileOf('what-you-own-in-usdc', 'lesson.json')).toContain(`Contract: ${short}`)
})

it('100 dollars there and back lose 4.08 in fees and 1.92 in the price, and come home as 94', () => {
  const story = textOf('cards-ramps-and-holds')
  const spent = 100 - 2.8 - 0.24
  const bought = spent / 1.01
  const sold = bought * 0.99
  expect(bought).toBeCloseTo(96, 9)
  expect(spent - bought).toBeCloseTo(0.96, 9)
  expect(bought - sold).toBeCloseTo(0.96, 9)
  expect(sold - 1.04).toBeCloseTo(94, 9)
  expect(story).toContain(`Together they are ${(2.8 + 0.24 + 1.04).toFixed(2)}.`)
  expect(story).toContain(`The other ${(100 - 94 - 4.08).toFixed(2)} have no line.`)
  for (const drawn of ['−3.04', '−0.96', '−1.04', '94']) {
    expect(fileOf('cards-ramps-and-holds', 'round-trip.svg')).toContain(`>${drawn}<`)
  }
})

it('of five offers for 100 dollars two bring more than 97 USDC', () => {
  const { questions } = JSON.parse(fileOf('cards-ramps-and-holds', 'lesson.json'))
  const { options } = questions.find((each: { id: string }) => each.id === 'more-than-97')
  for (const { text, holds } of options as { text: string; holds: boolean }[]) {
    const [, fee = '0', price] = text.match(/(?:a fee of ([\d.]+) dollars?|no fee), one USDC costs ([\d.]+)/) ?? []
    expect((100 - Number(fee)) / Number(price) > 97).toBe(holds)
  }
})

/** Returns the values a feed writes as the market moves, with a threshold of half a per cent. */
function feedOf(market: readonly number[]): number[] {
  let written = market[0] as number
  return market.map((price) => {
    if (Math.abs(price - written) / written >= 0.005) written = price
    return written
  })
}

it('a feed that writes at half a per cent keeps 3,000 at 3,012 and at 2,986, and writes 2,984', () => {
  const [market, times] = [
    [3000, 3012, 2986, 2984],
    ['12:00', '12:20', '12:40', '12:41'],
  ]
  feedOf(market).forEach((feed, at) => {
    expect(textOf('oracles')).toContain(`| ${times[at]} | ${grouped(market[at] as number)} | ${grouped(feed)} |`)
  })
  // A move of 15 from 4,000 is below the threshold.
  expect(feedOf([4000, 4015])).toEqual([4000, 4000])
  const next = numberTo('oracles', 'next-price-written')
  expect(feedOf([3600, next - 0.01, next])).toEqual([3600, 3600, next])
  expect(feedOf([2000, 2008, 2001])).toEqual([2000, 2000, 2000])
  expect(feedOf([2000, 1989])).toEqual([2000, 1989])
})
