import { expect, it } from 'vitest'
import { xOutcomeText } from './x-outcome.ts'

const FAILURES = [
  'not-you',
  'recent',
  'denied',
  'state',
  'expired',
  'used',
  'code',
  'token',
  'down',
  'limited',
  'profile',
  'switched',
  'taken',
  'other',
  'restricted',
  'stale',
  'off',
  'busy',
  'failed',
]

it('every way to fail has a text of its own', () => {
  const texts = FAILURES.map((outcome) => xOutcomeText(outcome)?.description)
  expect(new Set(texts).size).toBe(FAILURES.length)
  for (const text of texts) expect(text).toMatch(/^\w.{20,}\.$/)
})

it('an unknown outcome shows nothing', () => {
  for (const word of [null, '', 'constructor', '__proto__', 'LINKED']) expect(xOutcomeText(word)).toBeNull()
})
