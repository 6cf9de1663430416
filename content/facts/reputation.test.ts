import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { expect, it } from 'vitest'
import { chainNext, chainStart } from '../../server/src/features/battles/gifts/gift-chain.rules.ts'
import { liveStreak, streakAfterClaim } from '../../server/src/features/lessons/streak/streak.rules.ts'
import { auraAwarded } from '../../server/src/features/vouching/rules.ts'

const read = (path: string) => readFileSync(`${import.meta.dirname}/../../${path}`, 'utf8')
const textOf = (lesson: string) => read(`content/lessons/${lesson}/content.md`)
const answerTo = (lesson: string, id: string): string =>
  JSON.parse(read(`content/lessons/${lesson}/lesson.json`)).questions.find((each: { id: string }) => each.id === id)
    .answer

it('10 USDC once around four accounts show 40 received and 100 AP on each', () => {
  const text = textOf('71-trust-that-was-bought')
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
  expect(answerTo('71-trust-that-was-bought', 'shown-by-a-ring')).toBe(String(6 * 25))
})

it('Aura limits a vouch as the lesson says, and names what it can’t prevent', () => {
  const text = textOf('71-trust-that-was-bought')
  expect(VOUCH_RULES).toMatchObject({ maxUsdc: 100, dailyAp: 2_000 })
  expect(text).toContain('100 USDC is the most')
  expect(text).toContain('at most 2,000 AP a day')
  const contract = read('contracts/src/AuraVouch.sol')
  expect(contract).toContain('if (target == msg.sender) revert TargetIsCaller()')
  expect(contract).toContain('PAIR_CAP = 100e6')
  expect(read('docs/threat-model.md')).toContain('Reputation can be bought with enough people and wallets')
})

it('levels begin at 5, 10, 15 and 30 days, whatever the points', () => {
  expect(AURA_LEVELS.map(({ minDays }) => minDays)).toEqual([0, 5, 10, 15, 30])
  expect(textOf('72-reading-a-profile')).toContain('5, 10, 15 and 30 days')
  expect(levelOfStreak(31).name).toBe('Aura Vader')
  expect(levelOfStreak(0)).toBe(AURA_LEVELS[0])
  expect(levelOfStreak(7)).toBe(AURA_LEVELS[1])
  expect(AURA_LEVELS.at(-1)?.minPoints).toBeLessThan(60_000)
})

it('a missed day ends a streak of 16, and two claims later it is 2', () => {
  const monday = { days: 16, lastDay: '2026-11-16', excusedDays: [] } as const
  expect(liveStreak(monday, '2026-11-18')).toBe(0)
  const wednesday = { days: streakAfterClaim(monday, '2026-11-18'), lastDay: '2026-11-18', excusedDays: [] } as const
  const thursday = streakAfterClaim(wednesday, '2026-11-19')
  expect(answerTo('72-reading-a-profile', 'after-a-missed-day')).toBe(String(thursday))
})

it('SHA-256 of 20 begins with f5ca and of 21 with 6f4b', () => {
  const firstOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 4)
  expect([firstOf('20'), firstOf('21')]).toEqual(['f5ca', '6f4b'])
  expect(textOf('72-reading-a-profile')).toContain('that of `20` begins with f5ca, that of `21` with 6f4b')
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
  const second = chainNext(hashes[0] as string, gift(2, 'amara', 50))
  expect(second).not.toBe(hashes[1])
  expect(chainNext(second, gift(3, 'bruno', 40))).not.toBe(hashes[2])
  expect(textOf('72-reading-a-profile')).toContain('Bruno wins, 40 to 25.')
})
