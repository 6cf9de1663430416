import { expect, it } from 'vitest'
import { seeded } from '../seeded.ts'
import { sniperWins } from './snipe-battle.ts'

const share = (softClose: boolean): number => {
  const random = seeded(7)
  return Array.from({ length: 2_000 }, () => sniperWins(softClose, random)).filter(Boolean).length / 2_000
}

it('a soft close takes the last second from those who wait for it', () => {
  expect(share(true)).toBeLessThan(0.55)
  expect(share(true)).toBeGreaterThan(0.4)
  expect(share(false)).toBeGreaterThan(0.7)
})
