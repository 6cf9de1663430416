import { expect, it } from 'vitest'
import { AURA_LEVELS, levelOfStreak } from './levels.ts'

it.each([
  { item: 'clout-chaser', name: 'Clout Chaser', minDays: 0, maxDays: 4, minPoints: 0, color: 'blue' },
  { item: 'attention-seeker', name: 'Attention Seeker', minDays: 5, maxDays: 9, minPoints: 500, color: 'purple' },
  { item: 'dedicated', name: 'Dedicated', minDays: 10, maxDays: 14, minPoints: 2_500, color: 'emerald' },
  { item: 'grinder', name: 'Grinder', minDays: 15, maxDays: 29, minPoints: 10_000, color: 'green' },
  { item: 'aura-vader', name: 'Aura Vader', minDays: 30, maxDays: null, minPoints: 50_000, color: 'yellow' },
])(
  '$name has its days, points and colour [learning.const-level-$item] [learning.level-by-days]',
  ({ item: _, ...level }) => {
    expect(levelOfStreak(level.minDays)).toMatchObject(level)
    expect(levelOfStreak(level.maxDays ?? 10_000)).toMatchObject(level)
  },
)

it('the levels leave no gap and do not overlap, in days and in points', () => {
  for (const [index, level] of AURA_LEVELS.entries()) {
    const next = AURA_LEVELS[index + 1]
    expect(level.maxDays).toBe(next ? next.minDays - 1 : null)
    expect(level.maxPoints).toBe(next ? next.minPoints - 1 : null)
  }
})

it.each([-1, 4.5, Number.NaN])(
  'a streak of %s days is out of range and falls back to the first level [learning.level-fallback]',
  (days) => {
    expect(levelOfStreak(days).name).toBe('Clout Chaser')
  },
)
