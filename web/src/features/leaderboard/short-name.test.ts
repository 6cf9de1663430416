import { expect, it } from 'vitest'
import { shortName } from './short-name.ts'

it('cuts names to 12 characters and says that it did [leaderboard.const-username-cut]', () => {
  expect(shortName('kemi_onchain')).toBe('kemi_onchain')
  expect(shortName('kemi_onchains')).toBe('kemi_onchain…')
  expect(shortName('ada')).toBe('ada')
})
