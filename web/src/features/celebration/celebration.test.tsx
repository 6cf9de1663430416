import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browserStore } from '#lib/browser-storage'
import { type Celebration, celebrate, endCelebration, endCelebrationsElsewhere, useCelebration } from './celebration.ts'

const Shown = () => useCelebration()?.text ?? 'nothing'
const shown = () => renderToStaticMarkup(<Shown />)

const endAll = () => {
  while (shown() !== 'nothing') endCelebration()
  browserStore.removeItem('aura-celebrated')
}
// Other files celebrate too.
beforeEach(endAll)
afterEach(endAll)

const moment = (text: string, more: Partial<Celebration> = {}): Celebration => ({
  userId: 'ada',
  gained: { amount: 40, unit: 'AP' },
  before: { days: 0, auraPoints: 100 },
  after: { days: 1, auraPoints: 140 },
  text,
  path: '/',
  ...more,
})

it('celebrations of one account follow each other, and none waits behind those of an account that left', () => {
  void celebrate(moment('first'))
  void celebrate(moment('second'))
  expect(shown()).toBe('first')
  endCelebration()
  expect(shown()).toBe('second')
  void celebrate(moment('another', { userId: 'bo' }))
  expect(shown()).toBe('another')
  endCelebration()
  expect(shown()).toBe('nothing')
})

it('a moment with a key is celebrated once for each account in this browser [learning.celebration-once]', async () => {
  void celebrate(moment('bonus', { key: 'wallet-bonus' }))
  endCelebration()
  await celebrate(moment('bonus', { key: 'wallet-bonus' }))
  expect(shown()).toBe('nothing')
  void celebrate(moment('other bonus', { key: 'wallet-bonus', userId: 'bo' }))
  expect(shown()).toBe('other bonus')
})

it('a celebration waits for its page and ends when that is left [learning.celebration-once]', async () => {
  const kept = celebrate(moment('kept'))
  endCelebrationsElsewhere('/')
  expect(shown()).toBe('kept')
  endCelebrationsElsewhere('/battles')
  expect(shown()).toBe('nothing')
  await kept
})
