import { expect, it } from 'vitest'
import { confirmingText } from './confirming-text.ts'

it.each([
  [null, 'Confirming'],
  [{ confirmedSeconds: 1, confirmationSeconds: 0 }, 'Confirming'],
  [{ confirmedSeconds: 3, confirmationSeconds: 24 }, 'Confirming, 3 of 24 seconds'],
  [{ confirmedSeconds: 24, confirmationSeconds: 24 }, 'Confirmed, but its block isn’t final yet'],
  [{ confirmedSeconds: 345, confirmationSeconds: 24 }, 'Confirmed, but its block isn’t final yet'],
])('seconds are counted up to those that are needed: %o', (depth, text) => {
  expect(confirmingText({ depth })).toBe(text)
})
