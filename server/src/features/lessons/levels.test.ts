import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { expect, it } from 'vitest'

it.each([
  { item: 'clout-chaser', name: 'Clout Chaser', minDays: 0, maxDays: 4, color: 'blue' },
  {
    item: 'attention-seeker',
    name: 'Attention Seeker',
    minDays: 5,
    maxDays: 9,

    color: 'purple',
  },
  { item: 'dedicated', name: 'Dedicated', minDays: 10, maxDays: 14, color: 'emerald' },
  { item: 'grinder', name: 'Grinder', minDays: 15, maxDays: 29, color: 'green' },
  { item: 'aura-vader', name: 'Aura Vader', minDays: 30, maxDays: null, color: 'yellow' },
])('$name has its days and colour [learning.const-level-$item]', ({ item: _, ...level }) => {
  expect(levelOfStreak(level.minDays)).toMatchObject(level)
  expect(levelOfStreak(level.maxDays ?? 10_000)).toMatchObject(level)
  if (level.minDays > 0) expect(levelOfStreak(level.minDays - 1).name).not.toBe(level.name)
})

it('the five levels have the specified points and colours', () => {
  expect(AURA_LEVELS.map(({ minPoints }) => minPoints)).toEqual([0, 500, 2_500, 10_000, 50_000])
  expect(AURA_LEVELS.map(({ color }) => color)).toEqual(['blue', 'purple', 'emerald', 'green', 'yellow'])
})

it('the level is the first whose range contains the streak, at every length [learning.level-by-days]', () => {
  const expected = (days: number) => [30, 15, 10, 5, 0].find((least) => days >= least)
  for (let days = 0; days <= 400; days++) expect(levelOfStreak(days).minDays).toBe(expected(days))
})

it.each([-1, 4.5, Number.NaN])(
  'a streak of %s days is out of range and falls back to the first level [learning.level-fallback]',
  (days) => {
    expect(levelOfStreak(days).name).toBe('Clout Chaser')
  },
)
