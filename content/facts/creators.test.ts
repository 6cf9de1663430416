import { readFileSync } from 'node:fs'
import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { STEEZE_PER_USDC, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { LEVELS, TERMS } from '@aura/lab/kinds/reputation/fans-money'
import { expect, it } from 'vitest'
import { auraAwarded } from '../../server/src/features/vouching/rules.ts'
import { answerTo, fileOf, grouped, numberTo, textOf } from './lesson-files.ts'

const USDC = 1_000_000
const redeemed = (steeze: number) => (steeze * STEEZE_VALUE_MICROS) / USDC
const apOf = (usdc: number, level: keyof typeof VOUCH_MULTIPLIERS) => auraAwarded(usdc * USDC, VOUCH_MULTIPLIERS[level])

const royalty = (price: number, basisPoints: number) => (price * basisPoints) / 10_000
const mostHashes = (lines: number) => Math.ceil(Math.log2(lines))
/** Gas of a new entry in storage that was never touched before. */
const newEntry = 20_000 + 2_100
const creatorsPart = (traded: number) => traded * 0.01 * 0.5
const launchFeePercent = (second: number) => 99 - (second / 10) * (99 - 1)

it.each([
  ['tips-gifts-vouches', `buys ${10 * STEEZE_PER_USDC} for 10 USDC`],
  ['tips-gifts-vouches', `| gifts 100 Steeze | ${redeemed(100)} | 0 |`],
  ['tips-gifts-vouches', `The other ${(100 * (STEEZE_PRICE_MICROS - STEEZE_VALUE_MICROS)) / USDC} stay`],
  ['tips-gifts-vouches', 'At Grinder, 15 to 29 days in a row, the factor is 2.'],
  ['tips-gifts-vouches', `| vouches 10 | 10 | ${apOf(10, 'grinder')} |`],
  ['tips-gifts-vouches', `${VOUCH_RULES.maxUsdc} USDC in all`],
  ['tips-gifts-vouches', `${grouped(VOUCH_RULES.dailyAp)} AP a day`],
  ['what-aura-is-worth', `| 100 Steeze, earned | ${redeemed(100)} | Aura |`],
  ['what-aura-is-worth', `She has ${45 + redeemed(100)}, and is ${60 - 45 - redeemed(100)} short.`],
  ['what-aura-is-worth', `she would be ${60 - 45} short`],
  ['what-aura-is-worth', `${grouped(STEEZE_RULES.redeemDailyUsdc)} USDC a day`],
  ['what-aura-is-worth', `redeem for ${redeemed(1)} USDC each`],
  ['royalties-are-promises', `800 × 750 / 10,000, which is ${royalty(800, 750)}`],
  ['merkle-allowlists', `Eight lines take ${['', 'one', 'two', 'three'][mostHashes(8)]} hashes`],
  ['merkle-allowlists', 'ten thousand take at most fourteen'],
  ['merkle-allowlists', `costs ${grouped(newEntry)} [gas]`],
  ['merkle-allowlists', `${(10_000 * newEntry) / 1_000_000} million`],
  ['gates-and-how-they-leak', `Forty tokens times seven people is ${40 * 7}`],
  ['gates-and-how-they-leak', 'a session lasted 30 days'],
  ['choosing-a-mint', 'All 200 tokens are still there, and 140 of them play nothing.'],
  ['choosing-a-mint', 'Her laptop holds 90 of the files.'],
  ['choosing-a-mint', 'billed the gas and 7 per cent'],
  ['creator-coins', `Half of them is hers: ${(creatorsPart(100) + creatorsPart(99)).toFixed(3)} dollars.`],
  ['creator-coins', `At 0.0001 dollars each, 500 million coins look like ${grouped(500_000_000 * 0.0001)} dollars`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['what-aura-is-worth', `They would bring ${redeemed(900)} USDC.`],
  ['tips-gifts-vouches', `300 Steeze redeem for ${redeemed(300)} USDC`],
  ['creator-coins', `This bot paid about ${Math.round(launchFeePercent(1))} per cent`],
  ['creator-coins', `It paid about ${Math.round(launchFeePercent(4))} per cent`],
])('a question of %s says “%s”', (lesson, said) => expect(fileOf(lesson, 'lesson.json')).toContain(said))

it.each([
  ['tips-gifts-vouches', 'gift-redeemed', redeemed(25 * STEEZE_PER_USDC)],
  ['tips-gifts-vouches', 'points-of-a-vouch', apOf(20, 'dedicated')],
  ['what-aura-is-worth', 'todays-limit', (1_000 - 965) / redeemed(1)],
  ['what-aura-is-worth', 'two-kinds-of-steeze', redeemed(60)],
  ['royalties-are-promises', 'royalty-in-basis-points', royalty(1_240, 250)],
  ['splits-for-a-team', 'points-left-over', 10_000 % 7],
  ['splits-for-a-team', 'units-left-over', 1_000_000 % 6],
  ['merkle-allowlists', 'hashes-for-a-thousand', mostHashes(1_000)],
  ['merkle-allowlists', 'gas-for-a-stored-list', 200 * newEntry],
  ['gates-and-how-they-leak', 'handed-on-daily', 25 * 30],
  ['choosing-a-mint', 'clips-that-play-again', 200 - 140 + 90],
  ['choosing-a-mint', 'bill-for-sponsored-mints', 2_000 * 0.4 * 1.07],
  ['creator-coins', 'her-share', creatorsPart(400)],
  ['creator-coins', 'five-seconds', (200 * launchFeePercent(5)) / 100],
  // The card payment of 90 dollars: on 1 June, 92 of the 120 days have passed since 1 March.
  ['getting-paid', 'pulled-back', 90],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBeCloseTo(result, 9))

it('the levels of the examples are those of their days', () => {
  const { minDays, maxDays } = AURA_LEVELS.find(({ name }) => name === 'Grinder') ?? {}
  expect([minDays, maxDays]).toEqual([15, 29])
  expect(levelOfStreak(10).key).toBe('dedicated')
})

it('gifts mature for three days, and above 500 Steeze a person looks first', () => {
  const settings = readFileSync(`${import.meta.dirname}/../../server/src/env/config.ts`, 'utf8')
  expect(settings).toContain('REDEEM_MATURING_HOURS ?? (isLocal ? 0 : 72)')
  for (const lesson of ['tips-gifts-vouches', 'what-aura-is-worth']) {
    expect(textOf(lesson)).toContain('three days after the battle')
  }
  expect(settings).toContain('REDEEM_REVIEW_ABOVE ?? 500')
  expect(textOf('what-aura-is-worth')).toContain('Above 500 Steeze in a day, a person looks first')
})

it('the lab of tips, gifts and vouches counts by Aura’s terms', () => {
  expect(Number(TERMS.steezePerUsdc)).toBe(STEEZE_PER_USDC)
  expect(Number(TERMS.steezeValue)).toBe(STEEZE_VALUE_MICROS)
  expect(Number(TERMS.vouchMax)).toBe(VOUCH_RULES.maxUsdc)
  for (const [name, tenths] of Object.entries(LEVELS)) {
    const level = AURA_LEVELS.find((each) => each.name === name)
    if (!level) throw new Error(`There is no level ${name}`)
    expect(apOf(10, level.key)).toBe(Number((10n * TERMS.apPerUsdc * tenths) / 10n))
  }
})

it('the Steeze contract sells and pays at the rates of the lesson, and its owner does what the lessons name without a delay', () => {
  const contract = readFileSync(`${import.meta.dirname}/../../contracts/src/SteezeStack.sol`, 'utf8')
  for (const line of [
    `PRICE = ${STEEZE_PRICE_MICROS.toLocaleString('en-US').replace(',', '_')}`,
    `VALUE = ${STEEZE_VALUE_MICROS.toLocaleString('en-US').replace(',', '_')}`,
    'function pause() external onlyOwner',
    'function setSigner(address newSigner) external onlyOwner',
    'function setDailyCap(uint256 newDailyCap) external onlyOwner',
    'function takeSurplus(address to, uint256 usdcAmount) external onlyOwner',
  ]) {
    expect(contract).toContain(line)
  }
  expect(contract).not.toMatch(/timelock|AccessControl/i)
})

const parts = (units: bigint, shares: readonly bigint[]) => shares.map((share) => (units * share) / 10_000n)
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

it('12.345678 USDC in thirds leave a millionth over', () => {
  const text = textOf('splits-for-a-team')
  const units = 12_345_678n
  const paid = parts(units, [3_334n, 3_333n, 3_333n])
  expect(paid).toEqual([4_116_049n, 4_114_814n, 4_114_814n])
  expect(units - sum(paid)).toBe(1n)
  for (const row of ['| Bia | 3,334 | 4.116049 |', '| Caio | 3,333 | 4.114814 |', '| Duda | 3,333 | 4.114814 |']) {
    expect(text).toContain(row)
  }
  expect(text).toContain('| nobody yet | none | 0.000001 |')
})

it('a bot can give the roles below its highest one, and the log forgets 15 days of 60', () => {
  const roles = ['Team', 'Stage bot', 'Moderator', 'Dancer', 'Quiz team', 'Guest']
  const highest = Math.min(...['Stage bot', 'Quiz team'].map((role) => roles.indexOf(role)))
  expect(answerTo('running-a-community', 'roles-a-bot-can-give')).toBe(String(roles.slice(highest + 1).length))
  expect(textOf('running-a-community')).toContain('keeps its entries for 45 days')
  expect(answerTo('running-a-community', 'days-without-a-log')).toBe(String(60 - 45))
})

it('the fourteenth business day after Monday, 2 March 2026 is the 20th, the tenth after the 4th the 18th', () => {
  const businessDays = (after: number) =>
    Array.from({ length: 25 }, (_, day) => new Date(Date.UTC(2026, 2, after + 1 + day)))
      .filter((date) => ![0, 6].includes(date.getUTCDay()))
      .map((date) => String(date.getUTCDate()))
  expect(new Date(Date.UTC(2026, 2, 2)).getUTCDay()).toBe(1)
  expect(answerTo('copyright-licences-and-ai', 'back-at-the-latest')).toBe(businessDays(2)[13])
  expect(answerTo('copyright-licences-and-ai', 'back-at-the-earliest')).toBe(businessDays(4)[9])
  expect(textOf('copyright-licences-and-ai')).toContain('10 to 14 business days later')
})

it('the parts of a dollar of fees make 100 cents, and the question lists them from the largest', () => {
  const alt = /!\[Of one dollar of fees, (.*)\]\(fee\.svg/.exec(textOf('creator-coins'))?.[1] ?? ''
  const cents = [...alt.matchAll(/\d+/g)].map(Number)
  expect(cents).toEqual([50, 20, 20, 5, 4, 1])
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(100)
})
