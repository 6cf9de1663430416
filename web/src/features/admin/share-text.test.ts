import { expect, it } from 'vitest'
import { shareText } from './share-text.ts'

it('a share names how many it is of, and only all of them are 100%', () => {
  expect(shareText({ answered: 0, right: 0 })).toBe('No answers yet')
  expect(shareText({ answered: 40, right: 25 })).toBe('62% of 40')
  expect(shareText({ answered: 400, right: 399 })).toBe('99% of 400')
  expect(shareText({ answered: 3, right: 3 })).toBe('100% of 3')
})
