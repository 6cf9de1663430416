import { readFileSync } from 'node:fs'
import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { TRUST_MEASURED, TRUST_RULES } from '@aura/api/rules/trust'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { loadKind } from '@aura/lab/kinds/index'
import { AP_PER_USDC, DAILY_AP } from '@aura/lab/kinds/reputation/sybil'
import { TRUST, trustOf } from '@aura/lab/kinds/reputation/trust'
import { Session } from '@aura/lab/session'
import { solutions } from '@aura/lab/solutions/index'
import fc from 'fast-check'
import { type Address, encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { chainNext, chainStart } from '../../server/src/features/battles/gifts/gift-chain.rules.ts'
import { liveStreak, streakAfterClaim } from '../../server/src/features/streak/streak.rules.ts'
import { TrustFlow } from '../../server/src/features/trust/flow.rules.ts'
import { stayedSince } from '../../server/src/features/trust/money.rules.ts'
import { auraAwarded } from '../../server/src/features/vouching/rules.ts'
import { answerTo, textOf } from './lesson-files.ts'

const read = (path: string) => readFileSync(`${import.meta.dirname}/../../${path}`, 'utf8')

it('10 USDC once around four accounts show 40 received and 100 AP on each', () => {
  const text = textOf('trust-that-was-bought')
  const balances = { A: 10, B: 0, C: 0, D: 0 }
  const received = { A: 0, B: 0, C: 0, D: 0 }
  for (const [from, to] of [
    ['A', 'B'],
    ['B', 'C'],
    ['C', 'D'],
    ['D', 'A'],
  ] as const) {
    expect(balances[from]).toBe(10)
    balances[from] -= 10
    balances[to] += 10
    received[to] += 10
  }
  expect(received).toEqual({ A: 10, B: 10, C: 10, D: 10 })
  expect(balances).toEqual({ A: 10, B: 0, C: 0, D: 0 })
  expect(text).toContain('Together that is 40.')
  expect(auraAwarded(10_000_000, VOUCH_MULTIPLIERS.clout)).toBe(100)
  expect(text).toContain('each with 100 points')
  expect(answerTo('trust-that-was-bought', 'shown-by-a-ring')).toBe(String(6 * VOUCH_RULES.maxUsdc))
})

it('Aura limits a vouch as the lesson says, and names what it can’t prevent', () => {
  const text = textOf('trust-that-was-bought')
  expect(VOUCH_RULES).toMatchObject({ maxUsdc: 100, dailyAp: 2_000 })
  expect(text).toContain('100 USDC is the most')
  expect(text).toContain('at most 2,000 AP a day')
  const contract = read('contracts/src/AuraVouch.sol')
  expect(contract).toContain('if (target == voucher) revert TargetIsCaller()')
  expect(contract).toContain('PAIR_CAP = 100e6')
  expect(read('docs/threat-model.md')).toContain('Aura Points can be bought with enough people and wallets')
})

it('levels begin at 5, 10, 15 and 30 days, whatever the points', () => {
  expect(AURA_LEVELS.map(({ minDays }) => minDays)).toEqual([0, 5, 10, 15, 30])
  expect(textOf('reading-a-profile')).toContain('5, 10, 15 and 30 days')
  expect(levelOfStreak(31).name).toBe('Aura Vader')
  expect(levelOfStreak(0)).toBe(AURA_LEVELS[0])
  expect(levelOfStreak(7)).toBe(AURA_LEVELS[1])
  expect(AURA_LEVELS.at(-1)?.minPoints).toBeLessThan(60_000)
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

it('40 beats 20 and 5, and a changed second gift breaks its own hash and the next', () => {
  const gift = (seq: number, participantId: string, amount: number) => ({
    seq,
    at: new Date(Date.UTC(2026, 10, 23, 12, 0, seq)),
    giverId: `giver-${seq}`,
    participantId,
    amount,
    purchased: amount,
    earned: 0,
  })
  const gifts = [gift(1, 'amara', 20), gift(2, 'amara', 5), gift(3, 'bruno', 40)]
  const hashes: string[] = []
  for (const each of gifts) hashes.push(chainNext(hashes.at(-1) ?? chainStart('battle'), each))
  const second = chainNext(hashes[0] as string, { ...gift(2, 'amara', 5), amount: 50 })
  expect(second).not.toBe(hashes[1])
  expect(chainNext(second, gift(3, 'bruno', 40))).not.toBe(hashes[2])
  expect(textOf('reading-a-profile')).toContain('Bruno wins, 40 to 25.')
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
  expect(AP_PER_USDC).toBe(BigInt(auraAwarded(1_000_000, VOUCH_MULTIPLIERS.clout)))
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

it('300 yes and 110 abstentions of 10,000 tokens reach a quorum of 4 per cent, and pass against 290', () => {
  const text = textOf('votes-quorum-delegates')
  const [yes, abstain, no] = [300, 110, 290]
  const quorum = (10_000 * 4) / 100
  expect(quorum).toBe(400)
  expect(text).toContain('which is 400')
  expect(yes).toBeLessThan(quorum)
  expect(yes + abstain).toBe(410)
  expect(text).toContain(`| all | ${yes + abstain + no} | ${yes + abstain} |`)
  expect(yes).toBeGreaterThan(no)
  const missing = (130_000 * 4) / 100 - (2_350 + 1_130)
  expect(answerTo('votes-quorum-delegates', 'missing-for-the-quorum')).toBe(String(missing))
})

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

it('the record’s times are in March 2024 and on 3 May 2026', () => {
  expect(new Date(1_709_251_200_000).toISOString()).toBe('2024-03-01T00:00:00.000Z')
  expect(new Date(1_777_766_400_000).toISOString()).toBe('2026-05-03T00:00:00.000Z')
})

it('a hundred accounts bring 500 and cost 20, or 620 with a proof that costs 6', () => {
  const text = textOf('one-person-many-accounts')
  expect([100 * 5, (100 * 20) / 100, 100 * 6 + (100 * 20) / 100]).toEqual([500, 20, 620])
  expect(text).toContain('bring 500 and cost 20')
  expect(text).toContain('cost 620')
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

it('six accounts that pass 25 USDC around earn 250 AP each and no Trust', () => {
  const flow = flowOf(['seed'], ringOf(6, 25))
  expect(flow.all().filter(({ points }) => points > 0)).toEqual([])
  expect(answerTo('trust-that-was-bought', 'trust-of-a-ring')).toBe('0')
  expect(6 * auraAwarded(25_000_000, VOUCH_MULTIPLIERS.clout)).toBe(1_500)
  expect(textOf('trust-that-was-bought')).toContain('This ring gets 0 of it')
})

it('a hundred wallets make 100,000 AP in a ring, no Trust alone, and with a friend at most what the friend passes on', () => {
  const text = textOf('one-person-many-accounts')
  expect(100 * auraAwarded(100_000_000, VOUCH_MULTIPLIERS.clout)).toBe(TRUST_MEASURED.ringAp)
  expect(text).toContain('a hundred wallets that pass 100 USDC once around earn 100,000')
  const points = 30 * auraAwarded(50_000_000, VOUCH_MULTIPLIERS.clout)
  expect(answerTo('one-person-many-accounts', 'points-of-a-ring')).toBe(String(points))
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

it('what somebody gives brings them no Trust, and days bring none', () => {
  const flow = flowOf(['seed'], [{ from: 'painter', to: 'seed', usdc: 100 }])
  expect(flow.thousandthsOf('painter')).toBe(0)
})

const envelope = (bid: bigint, salt: bigint, bidder: Address) =>
  keccak256(encodeAbiParameters(parseAbiParameters('uint256, uint256, address'), [bid, salt, bidder]))

it('a bid of 120 without a salt is found among ten thousand numbers', () => {
  const hashOf = (bid: number) => keccak256(encodeAbiParameters(parseAbiParameters('uint256'), [BigInt(bid)]))
  const seen = hashOf(120)
  expect(seen.slice(2, 10)).toBe('8dc6fb69')
  expect(textOf('commit-then-reveal')).toContain('`8dc6fb69`')
  let found = 1
  while (hashOf(found) !== seen) found++
  expect(found).toBe(120)
})

it('an envelope binds the bid, the salt and the bidder', () => {
  const [amara, rival]: Address[] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  const sent = envelope(120n, 7n ** 90n, amara as Address)
  expect(envelope(120n, 7n ** 90n, amara as Address)).toBe(sent)
  for (const other of [
    envelope(121n, 7n ** 90n, amara as Address),
    envelope(120n, 7n ** 89n, amara as Address),
    envelope(120n, 7n ** 90n, rival as Address),
  ]) {
    expect(other).not.toBe(sent)
  }
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

const matchOf = (gifts: readonly number[]) =>
  Math.round(gifts.reduce((sum, gift) => sum + Math.sqrt(gift), 0) ** 2 - gifts.reduce((sum, gift) => sum + gift, 0))

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

it('25 accounts turn 100 USDC into a match of 2,400, and ten friends into 900', () => {
  const text = textOf('quadratic-funding')
  expect(matchOf(Array(25).fill(4))).toBe(2_400)
  expect(text).toContain('the match on paper 2,400')
  expect(matchOf(Array(10).fill(10))).toBe(900)
  expect(text).toContain('On paper that is 900')
  expect(answerTo('quadratic-funding', 'match-of-three-gifts')).toBe(String(matchOf([9, 16, 25])))
  expect(answerTo('quadratic-funding', 'split-into-sixteen')).toBe(String(matchOf(Array(16).fill(9))))
})
