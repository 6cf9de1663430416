import { expect, it } from 'vitest'
import { badgeSvg } from './badge.ts'

const widthOf = (username: string): number => {
  const user = { id: 'a', username, currentStreak: 0, auraPoints: 0 }
  return Number(/width="(\d+)"/.exec(badgeSvg({ user } as Parameters<typeof badgeSvg>[0]))?.[1])
}

it('a badge has room for the widest name, and none to spare for a narrow one [profile.badge]', () => {
  // Verdana and DejaVu Sans have the widest bold letters: an m of 16.9 pixels, an i of 5.5.
  expect(widthOf('m'.repeat(20))).toBeGreaterThan(72 + 20 * 16.9)
  expect(widthOf('i'.repeat(20))).toBeLessThan(72 + 20 * 10)
})
