import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { celebrate, endCelebration } from './celebration.ts'

let stored: string | undefined
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: (_: string, text: string) => {
      stored = text
    },
    removeItem: () => {
      stored = undefined
    },
  })
})
afterEach(() => {
  while (stored) endCelebration()
  vi.unstubAllGlobals()
})

const moment = (userId: string) => ({
  userId,
  gained: { amount: 40, unit: 'AP' as const },
  before: { days: 0, auraPoints: 100 },
  after: { days: 1, auraPoints: 140 },
  text: 'Line 1 is lit.',
})
const queued = (): string[] => JSON.parse(stored ?? '[]').map(({ userId }: { userId: string }) => userId)

it('celebrations of one account follow each other, and none waits behind those of an account that left', () => {
  void celebrate(moment('ada'))
  void celebrate(moment('ada'))
  expect(queued()).toEqual(['ada', 'ada'])
  void celebrate(moment('bo'))
  expect(queued()).toEqual(['bo'])
  endCelebration()
  expect(queued()).toEqual([])
})
