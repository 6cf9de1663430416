import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { expect, it } from 'vitest'

it.each([
  ['Clout Chaser', 0, 4, '1.0', 'blue', 0, '[learning.const-level-clout-chaser]'],
  ['Attention Seeker', 5, 9, '1.3', 'purple', 500, '[learning.const-level-attention-seeker]'],
  ['Dedicated', 10, 14, '1.5', 'emerald', 2_500, '[learning.const-level-dedicated]'],
  ['Grinder', 15, 29, '2.0', 'green', 10_000, '[learning.const-level-grinder]'],
  ['Aura Vader', 30, null, '3.0', 'yellow', 50_000, '[learning.const-level-aura-vader]'],
])(
  '%s runs from day %s to %s, %sx, %s, from %s points %s',
  (name, minDays, maxDays, vouchingMultiplier, color, minPoints) => {
    const level = { name, minDays, maxDays, vouchingMultiplier, color, minPoints }
    expect(levelOfStreak(minDays)).toMatchObject(level)
    expect(levelOfStreak(maxDays ?? 10_000)).toMatchObject(level)
    if (minDays > 0) expect(levelOfStreak(minDays - 1).name).not.toBe(name)
  },
)

it('the levels are five, with their points and colours [learning.const-level-points] [learning.const-level-colors]', () => {
  expect(AURA_LEVELS.map(({ minPoints }) => minPoints)).toEqual([0, 500, 2_500, 10_000, 50_000])
  expect(AURA_LEVELS.map(({ color }) => color)).toEqual(['blue', 'purple', 'emerald', 'green', 'yellow'])
})

it('the level is the first whose range holds the streak, at every length [learning.level-by-days]', () => {
  const expected = (days: number) => [30, 15, 10, 5, 0].find((least) => days >= least)
  for (let days = 0; days <= 400; days++) expect(levelOfStreak(days).minDays).toBe(expected(days))
})

it.each([-1, 4.5, Number.NaN])(
  'a streak of %s days is in no range, and falls back to the first [learning.level-fallback]',
  (days) => {
    expect(levelOfStreak(days).name).toBe('Clout Chaser')
  },
)
