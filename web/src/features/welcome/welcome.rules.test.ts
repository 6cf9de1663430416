import { expect, it } from 'vitest'
import { bonusOf, ringWords } from './welcome.rules.ts'

it('celebrates the bonus from the points without it; the streak stays as it is', () => {
  const ada = { id: 'ada', currentStreak: 0, auraPoints: 310, walletBonusAp: 100 }
  expect(bonusOf(ada)).toMatchObject({
    userId: 'ada',
    gained: { amount: 100, unit: 'AP' },
    before: { days: 0, auraPoints: 210 },
    after: { days: 0, auraPoints: 310 },
    key: 'wallet-bonus',
  })
})

it('celebrates nothing without a bonus', () => {
  expect(bonusOf({ id: 'nia', currentStreak: 0, auraPoints: 0, walletBonusAp: 0 })).toBeNull()
})

it('calls a ring unlit only before its first line', () => {
  expect(ringWords(0).title).toBe('Your ring, unlit')
  expect(ringWords(1)).toEqual({
    title: 'Your ring, day 1',
    text: 'One line is lit. Each day you learn lights the next.',
  })
  expect(ringWords(3).text).toMatch(/^3 lines are lit/)
})
