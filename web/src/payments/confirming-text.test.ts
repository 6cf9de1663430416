import { expect, it } from 'vitest'
import { confirmingText } from './confirming-text.ts'

it.each([
  [null, 'Confirming'],
  [{ confirmations: 1, needed: 1 }, 'Confirming'],
  [{ confirmations: 3, needed: 12 }, 'Confirming, 3 of 12 blocks'],
  [{ confirmations: 12, needed: 12 }, 'Confirmed, but its block isn’t final yet'],
  [{ confirmations: 345, needed: 12 }, 'Confirmed, but its block isn’t final yet'],
])('blocks are counted up to those that are needed: %o', (depth, text) => {
  expect(confirmingText({ depth })).toBe(text)
})
