import { expect, it } from 'vitest'
import { dayLabel, figuresText, mondayText, sundayOf, weekText } from './recap-texts.ts'

it.each([
  ['2026-03-02', '2–8 March 2026'],
  ['2026-03-30', '30 March – 5 April 2026'],
  ['2026-12-28', '28 December 2026 – 3 January 2027'],
])('the week of %s is %s', (monday, text) => expect(weekText(monday, sundayOf(monday))).toBe(text))

it('names days in words', () => {
  expect(mondayText('2026-03-09')).toBe('Monday, 9 March')
  expect(dayLabel({ day: '2026-03-04', state: 'held' })).toBe('Wednesday: the streak was kept')
})

it('lists figures', () => {
  expect(
    figuresText([
      { number: '2', words: 'days lit' },
      { number: '1,200', words: 'battles' },
    ]),
  ).toBe('2 days lit, 1,200 battles')
})
