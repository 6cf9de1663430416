import { readFileSync } from 'node:fs'
import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { STEEZE_PER_USDC, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { LEVELS, TERMS } from '@aura/lab/kinds/reputation/fans-money'
import { type Address, concat, encodeAbiParameters, type Hex, keccak256, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import { auraAwarded } from '../../server/src/features/vouching/rules.ts'
import { answerTo, textOf } from './lesson-files.ts'

const USDC = 1_000_000
const redeemed = (steeze: number) => (steeze * STEEZE_VALUE_MICROS) / USDC
const apOf = (usdc: number, level: keyof typeof VOUCH_MULTIPLIERS) => auraAwarded(usdc * USDC, VOUCH_MULTIPLIERS[level])

it('10 USDC buy 100 Steeze, which redeem for 7 USDC and leave 3 in the contract', () => {
  const text = textOf('tips-gifts-vouches')
  expect(10 * STEEZE_PER_USDC).toBe(100)
  expect(redeemed(100)).toBe(7)
  expect((100 * (STEEZE_PRICE_MICROS - STEEZE_VALUE_MICROS)) / USDC).toBe(3)
  for (const said of ['buys 100 for 10 USDC', '| gifts 100 Steeze | 7 | 0 |', 'The other 3 stay']) {
    expect(text).toContain(said)
  }
  expect(answerTo('tips-gifts-vouches', 'gift-redeemed')).toBe(String(redeemed(25 * STEEZE_PER_USDC)))
  expect(redeemed(300)).toBe(21)
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

it('a vouch of 10 USDC by a Grinder brings 200 AP, and one of 20 USDC at Dedicated 300', () => {
  const text = textOf('tips-gifts-vouches')
  const grinder = AURA_LEVELS.find(({ key }) => key === 'grinder')
  expect([grinder?.name, grinder?.minDays, grinder?.maxDays]).toEqual(['Grinder', 15, 29])
  expect(text).toContain('At Grinder, 15 to 29 days in a row, the factor is 2.')
  expect(apOf(10, 'grinder')).toBe(200)
  expect(text).toContain('| vouches 10 | 10 | 200 |')
  expect(answerTo('tips-gifts-vouches', 'points-of-a-vouch')).toBe(String(apOf(20, 'dedicated')))
  expect(levelOfStreak(10).name).toBe('Dedicated')
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

it('one wallet vouches with 100 USDC at most, and vouches bring 2,000 AP a day at most', () => {
  const text = textOf('tips-gifts-vouches')
  expect(VOUCH_RULES).toMatchObject({ apPerUsdc: 10, maxUsdc: 100, dailyAp: 2_000 })
  expect(text).toContain('100 USDC in all')
  expect(text).toContain('2,000 AP a day')
  const contract = readFileSync(`${import.meta.dirname}/../../contracts/src/AuraVouch.sol`, 'utf8')
  expect(contract).toContain('PAIR_CAP = 100e6')
})

it('45 USDC and 100 earned Steeze are 52 of 60 USDC, and a day’s redemptions end at 1,000 USDC', () => {
  const text = textOf('what-aura-is-worth')
  expect(redeemed(100)).toBe(7)
  expect(text).toContain('| 100 Steeze, earned | 7 | Aura |')
  expect(text).toContain(`She has ${45 + redeemed(100)}, and is ${60 - 52} short.`)
  expect(text).toContain(`she would be ${60 - 45} short`)
  expect((1_000 - 965) / redeemed(1)).toBeCloseTo(Number(answerTo('what-aura-is-worth', 'todays-limit')), 9)
  expect(redeemed(900)).toBe(63)
  expect(STEEZE_RULES.redeemDailyUsdc).toBe(1_000)
  expect(text).toContain('1,000 USDC a day')
  expect([STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS]).toEqual([0.1 * USDC, 0.07 * USDC])
  expect(text).toContain('redeem for 0.07 USDC each')
  expect(answerTo('what-aura-is-worth', 'two-kinds-of-steeze')).toBe(String(redeemed(60)))
})

it('the Steeze contract sells and pays at the rates of the lesson, and its owner may pause it and take the surplus', () => {
  const contract = readFileSync(`${import.meta.dirname}/../../contracts/src/SteezeStack.sol`, 'utf8')
  for (const line of [
    `PRICE = ${STEEZE_PRICE_MICROS.toLocaleString('en-US').replace(',', '_')}`,
    `VALUE = ${STEEZE_VALUE_MICROS.toLocaleString('en-US').replace(',', '_')}`,
    'function pause() external onlyOwner',
    'function takeSurplus(address to, uint256 usdcAmount) external onlyOwner',
  ]) {
    expect(contract).toContain(line)
  }
})

const royalty = (price: bigint, basisPoints: bigint) => (price * basisPoints) / 10_000n

it('750 basis points of 800 USDC are 60, and 250 of 1,240 are 31', () => {
  expect(royalty(800_000_000n, 750n)).toBe(60_000_000n)
  expect(textOf('royalties-are-promises')).toContain('800 × 750 / 10,000, which is 60')
  expect(royalty(1_240_000_000n, 250n)).toBe(31_000_000n)
  expect(answerTo('royalties-are-promises', 'royalty-in-basis-points')).toBe('31')
})

it('a market asks for the royalty of a token by its number and price', () => {
  expect(toFunctionSelector('royaltyInfo(uint256,uint256)')).toBe('0x2a55205a')
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

it('rounding up would promise more than there is', () => {
  const up = [3_334n, 3_333n, 3_333n].map((share) => (12_345_678n * share + 9_999n) / 10_000n)
  expect(sum(up)).toBeGreaterThan(12_345_678n)
})

it('one USDC among six leaves 4 millionths over, and 10,000 basis points among seven leave 4', () => {
  expect(answerTo('splits-for-a-team', 'points-left-over')).toBe(String(10_000 % 7))
  expect(answerTo('splits-for-a-team', 'units-left-over')).toBe(String(1_000_000 - 6 * Math.floor(1_000_000 / 6)))
})

/** Leaf of a tree in OpenZeppelin's library: lines are hashed twice, pairs are sorted. */
const lineOf = (address: Address, amount: bigint): Hex =>
  keccak256(keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address, amount])))
const pairOf = (one: Hex, other: Hex): Hex => keccak256(concat(one < other ? [one, other] : [other, one]))

function levelsOf(lines: readonly Hex[]): Hex[][] {
  const levels: Hex[][] = [[...lines]]
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    level = level.flatMap((hash, at) => (at % 2 === 0 ? [pairOf(hash, level[at + 1] ?? hash)] : []))
  }
  return levels
}

it('F of eight lines needs three hashes, and they fit no other address', () => {
  const addressOf = (at: number): Address => `0x${String(at + 1).repeat(40)}`
  const levels = levelsOf(Array.from({ length: 8 }, (_, at) => lineOf(addressOf(at), 2n)))
  const root = levels.at(-1)?.[0]
  const proof = levels.slice(0, -1).map((level, height) => level[(5 >> height) ^ 1] as Hex)
  expect(proof).toEqual([levels[0]?.[4], levels[1]?.[3], levels[2]?.[0]])
  const climb = (address: Address) => proof.reduce(pairOf, lineOf(address, 2n))
  expect(climb(addressOf(5))).toBe(root)
  expect(climb(addressOf(8))).not.toBe(root)
  expect(textOf('merkle-allowlists')).toContain('Eight lines take three hashes')
})

it('ten thousand lines need at most fourteen hashes, a thousand ten', () => {
  expect(Math.ceil(Math.log2(10_000))).toBe(14)
  expect(textOf('merkle-allowlists')).toContain('ten thousand take at most fourteen')
  expect(answerTo('merkle-allowlists', 'hashes-for-a-thousand')).toBe(String(Math.ceil(Math.log2(1_000))))
})

it('storing ten thousand new entries costs 221 million gas', () => {
  const newEntry = 20_000 + 2_100
  expect(textOf('merkle-allowlists')).toContain(`costs ${newEntry.toLocaleString('en-US')} [gas]`)
  expect(10_000 * newEntry).toBe(221_000_000)
  expect(answerTo('merkle-allowlists', 'gas-for-a-stored-list')).toBe(String(200 * newEntry))
  expect(textOf('merkle-allowlists')).toContain('221 million')
})

it('40 tokens handed on for seven days let 280 people in, and 25 with sessions of 30 days 750', () => {
  expect(40 * 7).toBe(280)
  expect(textOf('gates-and-how-they-leak')).toContain('Forty tokens times seven people is 280')
  expect(textOf('gates-and-how-they-leak')).toContain('a session lasted 30 days')
  expect(answerTo('gates-and-how-they-leak', 'handed-on-daily')).toBe(String(25 * 30))
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

it('150 of 200 clips play again, and 2,000 sponsored mints are billed with 856 cents', () => {
  const text = textOf('choosing-a-mint')
  expect(text).toContain('All 200 tokens are still there, and 140 of them play nothing.')
  expect(text).toContain('Her laptop holds 90 of the files.')
  expect(answerTo('choosing-a-mint', 'clips-that-play-again')).toBe(String(200 - 140 + 90))
  expect(text).toContain('billed the gas and 7 per cent')
  expect(Number(answerTo('choosing-a-mint', 'bill-for-sponsored-mints'))).toBeCloseTo(2_000 * 0.4 * 1.07, 9)
})

it('100 dollars in and out of a coin at 1 per cent leave its creator 0.995, and trades of 400 leave 2', () => {
  const creatorsPart = (traded: number) => traded * 0.01 * 0.5
  expect(creatorsPart(100) + creatorsPart(99)).toBeCloseTo(0.995, 9)
  expect(textOf('creator-coins')).toContain('The fees are 1.00 and 0.99. Half of them is hers: 0.995 dollars.')
  expect(Number(answerTo('creator-coins', 'her-share'))).toBe(creatorsPart(400))
  expect(500_000_000 * 0.0001).toBe(50_000)
})

it('the parts of a dollar of fees make 100 cents, and the question lists them from the largest', () => {
  const alt = /!\[Of one dollar of fees, (.*)\]\(fee\.svg/.exec(textOf('creator-coins'))?.[1] ?? ''
  const cents = [...alt.matchAll(/\d+/g)].map(Number)
  expect(cents).toEqual([50, 20, 20, 5, 4, 1])
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(100)
})

it('a launch fee that falls from 99 to 1 per cent in ten seconds takes 100 of 200 dollars at five', () => {
  const percentAt = (second: number) => 99 - (second / 10) * (99 - 1)
  expect((200 * percentAt(5)) / 100).toBe(Number(answerTo('creator-coins', 'five-seconds')))
  expect([1, 4, 9].map((second) => Math.round(percentAt(second)))).toEqual([89, 60, 11])
})

it('a card payment of 1 March can still be called a fraud on 1 June, which 120 days allow', () => {
  const days = (Date.UTC(2026, 5, 1) - Date.UTC(2026, 2, 1)) / 86_400_000
  expect(days).toBe(92)
  expect(days).toBeLessThan(120)
  expect(answerTo('getting-paid', 'pulled-back')).toBe('90')
})
