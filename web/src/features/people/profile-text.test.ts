import { expect, it } from 'vitest'
import { dayText, formatEth, isUserId, levelProgress, nameOf, scoreText, winRate } from './profile-text.ts'

it('uses the username, or else the first name [profile.text-name]', () => {
  expect(nameOf({ username: 'ada', firstName: 'Ada' })).toBe('ada')
  expect(nameOf({ username: '', firstName: 'Ada' })).toBe('Ada')
  expect(nameOf({ username: '', firstName: null })).toBe('Anonymous User')
})

it('fills the bar by points and tells the days that decide [learning.progress-between-levels] [learning.progress-above-next]', () => {
  expect(levelProgress(0, 0)).toMatchObject({ share: 0, mark: 500, pointsRemaining: 500, daysRemaining: 5 })
  expect(levelProgress(4, 250)).toMatchObject({ share: 0.5, pointsRemaining: 250, daysRemaining: 1 })
  expect(levelProgress(4, 9_000)).toMatchObject({ share: 1, pointsRemaining: 0, daysRemaining: 1 })
  expect(levelProgress(16, 100)).toMatchObject({ share: 0, pointsRemaining: 49_900, daysRemaining: 14 })
  expect(levelProgress(30, 0)).toMatchObject({ next: null, share: 1, mark: null, pointsRemaining: 0, daysRemaining: 0 })
})

it('tells the win rate in percent', () => {
  expect(winRate({ total: 0, won: 0 })).toBe('0%')
  expect(winRate({ total: 41, won: 24 })).toBe('58.5%')
  expect(winRate({ total: 2, won: 1 })).toBe('50%')
  expect(winRate({ total: 3, won: 3 })).toBe('100%')
})

it('tells USDC in ETH with four decimals', () => {
  expect(formatEth(1_284, 2_500)).toBe('0.5136')
  expect(formatEth(1, 3_000)).toBe('0.0003')
  expect(formatEth(0, 2_500)).toBe('0.0000')
  expect(formatEth(25_000_000, 2_000)).toBe('12,500.0000')
})

it('knows an id from something else, and a day', () => {
  expect(isUserId('11111111-1111-4111-8111-111111111111')).toBe(true)
  for (const text of ['', 'ada', '11111111', '11111111-1111-4111-8111-11111111111g']) expect(isUserId(text)).toBe(false)
  expect(dayText('2026-03-02')).toBe('2 Mar 2026')
})

it('counts a battle by what decides it [battles.rounds-decided]', () => {
  const gifted = { steeze: 1_200, opponentSteeze: 3 }
  expect(scoreText({ ...gifted, points: null })).toBe('1,200 to 3 Steeze')
  expect(scoreText({ ...gifted, points: { own: 0, opponent: 2 } })).toBe('0 to 2 points')
})
