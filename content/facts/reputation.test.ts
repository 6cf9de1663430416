import { readFileSync } from 'node:fs'
import { AURA_LEVELS } from '@aura/api/levels'
import { TRUST_MEASURED, TRUST_RULES } from '@aura/api/rules/trust'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { loadKind } from '@aura/lab/kinds/index'
import { AP_PER_USDC, DAILY_AP } from '@aura/lab/kinds/reputation/sybil'
import { TRUST, trustOf } from '@aura/lab/kinds/reputation/trust'
import { Session } from '@aura/lab/session'
import { solutions } from '@aura/lab/solutions/index'
import fc from 'fast-check'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { chainNext, chainStart } from '../../server/src/features/battles/gifts/gift-chain.rules.ts'
import { liveStreak, streakAfterClaim } from '../../server/src/features/streak/streak.rules.ts'
import { TrustFlow } from '../../server/src/features/trust/flow.rules.ts'
import { stayedSince } from '../../server/src/features/trust/money.rules.ts'
import { auraAwarded } from '../../server/src/features/vouching/rules.ts'
import { answerTo, fileOf, grouped, numberTo, textOf } from './lesson-files.ts'

const read = (path: string) => readFileSync(`${import.meta.dirname}/../../${path}`, 'utf8')

/** AP of a vouch by somebody at the first level. */
const apOf = (usdc: number) => auraAwarded(usdc * 1_000_000, VOUCH_MULTIPLIERS.clout)
const day = (unix: number) => new Date(unix * 1_000).toISOString().slice(0, 10)

const matchOf = (gifts: readonly number[]) =>
  Math.round(gifts.reduce((sum, gift) => sum + Math.sqrt(gift), 0) ** 2 - gifts.reduce((sum, gift) => sum + gift, 0))

it.each([
  // 10 USDC pass once around four accounts.
  ['trust-that-was-bought', `Together that is ${4 * 10}.`],
  ['trust-that-was-bought', `each with ${apOf(10)} points`],
  ['trust-that-was-bought', 'This ring gets 0 of it'],
  ['trust-that-was-bought', `${VOUCH_RULES.maxUsdc} USDC is the most`],
  ['trust-that-was-bought', `at most ${grouped(VOUCH_RULES.dailyAp)} AP a day`],
  ['reading-a-profile', '5, 10, 15 and 30 days'],
  ['reading-a-profile', `Bruno wins, 40 to ${20 + 5}.`],
  ['votes-quorum-delegates', `which is ${(10_000 * 4) / 100}`],
  ['votes-quorum-delegates', `| all | ${300 + 110 + 290} | ${300 + 110} |`],
  ['one-person-many-accounts', `bring ${100 * 5} and cost ${(100 * 20) / 100}`],
  ['one-person-many-accounts', `cost ${100 * 6 + (100 * 20) / 100}`],
  ['quadratic-funding', `the match on paper ${grouped(matchOf(Array(25).fill(4)))}`],
  ['quadratic-funding', `On paper that is ${matchOf(Array(10).fill(10))}`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['trust-that-was-bought', 'shown-by-a-ring', 6 * VOUCH_RULES.maxUsdc],
  ['trust-that-was-bought', 'trust-of-a-ring', 0],
  ['votes-quorum-delegates', 'missing-for-the-quorum', (130_000 * 4) / 100 - (2_350 + 1_130)],
  ['one-person-many-accounts', 'points-of-a-ring', 30 * apOf(50)],
  ['quadratic-funding', 'match-of-three-gifts', matchOf([9, 16, 25])],
  ['quadratic-funding', 'split-into-sixteen', matchOf(Array(16).fill(9))],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBe(result))

it('the contract limits a vouch as the lessons say, and Aura names what it can’t prevent', () => {
  const contract = read('contracts/src/AuraVouch.sol')
  expect(contract).toContain('if (target == voucher) revert TargetIsCaller()')
  expect(contract).toContain('PAIR_CAP = 100e6')
  expect(read('docs/threat-model.md')).toContain('Aura Points can be bought with enough people and wallets')
})

it('the days of the levels and the times of the record are those of the lessons', () => {
  expect(AURA_LEVELS.map(({ minDays }) => minDays)).toEqual([0, 5, 10, 15, 30])
  for (const time of [1_709_251_200, 1_777_766_400]) expect(fileOf('attestations', 'lesson.json')).toContain(`${time}`)
  expect([day(1_709_251_200), day(1_777_766_400)]).toEqual(['2024-03-01', '2026-05-03'])
})

it('a missed day ends a streak of 12, and two claims later it is 2', () => {
  const monday = { days: 12, lastDay: '2026-11-16', timeZone: 'UTC', excusedDays: [], restDays: 0 } as const
  expect(liveStreak(monday, '2026-11-18')).toBe(0)
  const wednesday = {
    days: streakAfterClaim(monday, '2026-11-18'),
    lastDay: '2026-11-18',
    timeZone: 'UTC',
    excusedDays: [],
    restDays: 0,
  } as const
  const thursday = streakAfterClaim(wednesday, '2026-11-19')
  expect(answerTo('reading-a-profile', 'after-a-missed-day')).toBe(String(thursday))
})

interface LabLine {
  fields: [seq: number, at: string, giver: string, side: string, amount: number, purchased: number, earned: number]
  hash: string
}

it.each([1, 2, 3])('the lab’s receipt of seed %d follows Aura’s own rule, but for the changed line', async (seed) => {
  const kind = await loadKind('battle-receipt')
  const { world } = await Session.open(kind, `0x${String(seed).padStart(64, '0')}`)
  const { lines, changed } = world as { lines: LabLine[]; changed: number }
  const follows = lines.map(({ fields: [seq, at, giverId, participantId, amount, purchased, earned], hash }, place) => {
    const gift = { seq, at: new Date(at), giverId, participantId, amount, purchased, earned }
    return hash === chainNext(lines[place - 1]?.hash ?? chainStart('lab'), gift)
  })
  expect(lines).toHaveLength(8)
  expect(follows).toEqual(lines.map((_, place) => place !== changed))
})

it('the lab of invented people pays the AP that Aura pays', () => {
  expect(AP_PER_USDC).toBe(BigInt(apOf(1)))
  expect(DAILY_AP).toBe(BigInt(VOUCH_RULES.dailyAp))
})

interface Paid {
  from: string
  to: string
  usdc: number
}

/** Returns the Trust of people who stand by those for whom they vouched, and whose money stayed, long enough ago. */
function flowOf(seeds: readonly string[], backings: readonly Paid[]): TrustFlow {
  const today = 20_000
  const day = today - TRUST_RULES.ripenDays
  const payments = backings.map(({ from, to, usdc }) => ({ from, to, micros: usdc * 1_000_000, day, isVouch: true }))
  const pairs = [
    ...new Map(backings.map(({ from, to }) => [`${from} ${to}`, { giver: from, receiver: to, day }])).values(),
  ]
  const places = pairs.filter(({ giver, receiver }) => {
    const between = payments.filter(({ from, to }) => [from, to].includes(giver) && [from, to].includes(receiver))
    return stayedSince(between, giver)[0] !== null
  })
  return new TrustFlow({ seeds, today, places, payments })
}

it('and counts Trust as Aura does', () => {
  expect(TRUST_RULES).toMatchObject(TRUST)
  const person = fc.constantFrom<`0x${string}`>('0xa', '0xb', '0xc', '0xd', '0xe', '0xf')
  const backing = fc.record({ from: person, to: person, usdc: fc.integer({ min: 1, max: 100 }) })
  const backings = fc.array(
    backing.filter(({ from, to }) => from !== to),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(fc.uniqueArray(person, { minLength: 1, maxLength: 2 }), backings, (seeds, backings) => {
      const flow = flowOf(seeds, backings)
      const points = [...trustOf(seeds, backings)].filter(([, trust]) => trust > 0)
      const shown = flow.all().filter(({ points }) => points > 0)
      expect(new Map(points)).toEqual(new Map(shown.map(({ id, points }) => [id, points])))
    }),
  )
})

it.each([0, 10])(
  'which five people of one owner can’t raise, whether a trusted person has vouched %s USDC or none',
  async (backed) => {
    const kind = await loadKind('sybil')
    const session = await Session.open(kind, `0x${'7'.repeat(64)}`, { backed })
    const trust = async () => (await session.scene()).rows.filter(({ label }) => label.includes('Trust'))
    const before = await trust()
    expect(before.map(({ value }) => value)).toEqual([backed === 0 ? '0' : '4,750', '0'])
    const way = solutions.sybil?.reference
    if (!way) throw new Error('no reference')
    for await (const action of way.play(session)) await session.act(action)
    expect(await session.verdict()).toEqual({ state: 'solved' })
    expect(await trust()).toEqual(before)
  },
)

it('of five right signatures one attestation is unrevoked, unexpired, shown by its person and from a known issuer', () => {
  const [address, school] = ['0x7A3f…9C21', 'the school']
  const rows = [...textOf('attestations').matchAll(/^\| (\w+) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].slice(1)
  expect(rows).toHaveLength(5)
  const good = rows.filter(([, from, issuer, about, ends, revoked]) => {
    const hasEnded = ends === '30 June 2026'
    return issuer === school && about === `${from}’s address` && !hasEnded && revoked === 'no'
  })
  expect(good.map(([, from]) => from)).toEqual(['Ligaya'])
  expect(rows.some(([, , , about]) => about === `\`${address}\``)).toBe(true)
})

/** Distributes each account's amount along its links for a number of rounds. Returns the final amounts. */
function flowThrough(links: readonly (readonly number[])[], start: readonly number[], rounds: number): number[] {
  let has = [...start]
  for (let round = 0; round < rounds; round++) {
    const next = has.map(() => 0)
    for (const [from, to] of links.entries()) {
      for (const each of to) next[each] = (next[each] ?? 0) + (has[from] ?? 0) / to.length
    }
    has = next
  }
  return has
}

it('what flows into a ring is shared in it and never grows', () => {
  const all = (size: number) => Array.from({ length: size }, (_, at) => at)
  const everybody = (size: number) => all(size).map((from) => all(size).filter((to) => to !== from))
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const one = [30, ...Array<number>(9).fill(0)]
  expect(total(flowThrough(everybody(10), one, 50))).toBeCloseTo(30, 9)
  const four = [18, 24, 4, 46, ...Array<number>(71).fill(0)]
  const inAll = Math.round(total(flowThrough(everybody(75), four, 50)))
  expect(answerTo('one-person-many-accounts', 'flow-into-a-ring')).toBe(String(inAll))
  const text = textOf('one-person-many-accounts')
  expect(text).toContain('Together they never have more than 30.')
  expect(text).toContain(`Shared evenly among ten fakes, that is ${30 / 10} each. Among a thousand it is ${30 / 1_000}`)
})

/** Each account pays the next one, and the last one the first. */
const ringOf = (size: number, usdc: number) =>
  Array.from({ length: size }, (_, at) => ({ from: `${at}`, to: `${(at + 1) % size}`, usdc }))

it('a hundred wallets make 100,000 AP in a ring, no Trust alone, and with a friend at most what the friend passes on', () => {
  const text = textOf('one-person-many-accounts')
  expect(100 * apOf(100)).toBe(TRUST_MEASURED.ringAp)
  expect(text).toContain('a hundred wallets that pass 100 USDC once around earn 100,000')
  const friend = [
    { from: 'seed', to: 'friend', usdc: 100 },
    { from: 'friend', to: '0', usdc: 30 },
  ]
  const alone = flowOf(['seed'], [...friend.slice(0, 1), ...ringOf(100, 100)])
  const backed = flowOf(['seed'], [...friend, ...ringOf(100, 100)])
  const held = (flow: TrustFlow) =>
    Array.from({ length: 100 }, (_, at) => flow.thousandthsOf(`${at}`)).reduce((sum, each) => sum + each, 0)
  expect(alone.thousandthsOf('friend')).toBeGreaterThan(0)
  expect(held(alone)).toBe(0)
  expect(held(backed)).toBeGreaterThan(0)
  expect(held(backed)).toBeLessThanOrEqual(backed.broughtBy('friend', '0'))
})

it('a person whom trusted people back may show 0 Trust, as less than one point reaches them', () => {
  const flow = flowOf(
    ['seed'],
    [
      { from: 'seed', to: 'x', usdc: 10 },
      { from: 'x', to: 'y', usdc: 1 },
      { from: 'y', to: 'z', usdc: 1 },
    ],
  )
  const z = flow.thousandthsOf('z')
  expect(z).toBeGreaterThan(0)
  expect(z).toBeLessThan(TRUST_RULES.unit)
  expect(flow.all().find(({ id }) => id === 'z')?.points).toBe(0)
})

it('a bid of 120 without a salt is found among ten thousand numbers', () => {
  const hashOf = (bid: number) => keccak256(encodeAbiParameters(parseAbiParameters('uint256'), [BigInt(bid)]))
  const seen = hashOf(120)
  expect(seen.slice(2, 10)).toBe('8dc6fb69')
  expect(textOf('commit-then-reveal')).toContain('`8dc6fb69`')
  let found = 1
  while (hashOf(found) !== seen) found++
  expect(found).toBe(120)
})

it('the auction of the lesson ends at 120, and of five bids in the question two count', () => {
  const winner = (bids: readonly { deposit: number; bid: number; opened: boolean }[]) =>
    Math.max(...bids.filter(({ deposit, bid, opened }) => opened && deposit >= bid).map(({ bid }) => bid))
  const rows = [...textOf('commit-then-reveal').matchAll(/\| \w+ \| (\d+) \| (\d+) \| (yes|no) \|/g)]
  const bids = rows.map(([, deposit, bid, opened]) => ({
    deposit: Number(deposit),
    bid: Number(bid),
    opened: opened === 'yes',
  }))
  expect(bids).toHaveLength(4)
  expect(winner(bids)).toBe(120)
  const { questions } = JSON.parse(read('content/lessons/commit-then-reveal/lesson.json'))
  const asked = questions.find((each: { id: string }) => each.id === 'bids-that-count')
  for (const { text, holds } of asked.options as { text: string; holds: boolean }[]) {
    const [deposit = 0, bid = 0] = (text.match(/\d+/g) ?? []).map(Number)
    expect(!text.includes('not opened') && deposit >= bid).toBe(holds)
  }
})

it('quadratic funding matches 100 USDC with 0, 300 or 9,900, by how many gave them', () => {
  const text = textOf('quadratic-funding')
  const matches = [[100], Array(4).fill(25), Array(100).fill(1)].map(matchOf)
  expect(matches).toEqual([0, 300, 9_900])
  expect(matches.reduce((sum, match) => sum + match, 0)).toBe(10_200)
  expect(matches.map((match) => (match * 1_020) / 10_200)).toEqual([0, 30, 990])
  expect(text).toContain('The fund has 1,020, the paper asks for 10,200')
  for (const row of [
    '| 1 of 100 | 100 | 0 | 0 |',
    '| 4 of 25 | 100 | 300 | 30 |',
    '| 100 of 1 | 100 | 9,900 | 990 |',
  ]) {
    expect(text).toContain(row)
  }
})
