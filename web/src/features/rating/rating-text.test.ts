import { expect, it } from 'vitest'
import { changeText, ratingText, unratedText } from './rating-text.ts'

it('says what a battle changed, and what is left until a first rating [battles.rating-change]', () => {
  const before = { points: 1_480, plusMinus: 120 }
  expect(ratingText(before)).toBe('1,480 ± 120')
  expect(changeText({ battles: 3, before: null, after: null })).toBe('3 of 5 battles until a rating')
  expect(changeText({ battles: 5, before: null, after: before })).toBe('1,480 ± 120, the first rating')
  const after = (points: number) => ({ battles: 6, before, after: { points, plusMinus: 116 } })
  expect(changeText(after(1_512))).toBe('1,480 ± 120, now 1,512 ± 116 (+32)')
  expect(changeText(after(1_479))).toBe('1,480 ± 120, now 1,479 ± 116 (−1)')
  expect(changeText(after(1_480))).toBe('1,480 ± 120, now 1,480 ± 116 (±0)')
})

it('says why a battle changed none [battles.rating-again]', () => {
  const own = { isMine: true }
  expect(unratedText('again', own)).toMatch(/^Not rated: you two already/)
  expect(unratedText('again', { isMine: false })).toMatch(/^Not rated: these two already/)
  expect(unratedText('unplayed', own)).toBe('Walkovers aren’t rated.')
  expect(unratedText('rated', own)).toBeNull()
  expect(unratedText('unrated', own)).toBeNull()
})
