import { expect, it } from 'vitest'
import { afterAnswer, type CardState, isKnown, knownPercent } from './schedule.ts'

const DAY_MS = 86_400_000
const START = new Date('2026-03-02T12:00:00Z')
const after = (days: number) => new Date(START.getTime() + days * DAY_MS)
const daysUntilDue = ({ dueAt, reviewedAt }: CardState) => (dueAt.getTime() - reviewedAt.getTime()) / DAY_MS

it('lets a question that is answered right rest longer each time', () => {
  let card = afterAnswer(undefined, true, START)
  const intervals = [daysUntilDue(card)]
  for (let time = 0; time < 5; time++) {
    card = afterAnswer(card, true, card.dueAt)
    intervals.push(daysUntilDue(card))
  }
  expect(intervals[0]).toBeGreaterThanOrEqual(1)
  for (let time = 1; time < intervals.length; time++)
    expect(intervals[time]).toBeGreaterThan(intervals[time - 1] as number)
})

it('brings a wrong one back the next day, however well it was known, and sooner than before after that [learning.lab-review-failed]', () => {
  expect(daysUntilDue(afterAnswer(undefined, false, START))).toBe(1)
  let known = afterAnswer(undefined, true, START)
  for (let time = 0; time < 4; time++) known = afterAnswer(known, true, known.dueAt)
  const lapsed = afterAnswer(known, false, known.dueAt)
  expect([lapsed.lapses, daysUntilDue(lapsed), isKnown(lapsed)]).toEqual([1, 1, false])
  const again = afterAnswer(lapsed, true, lapsed.dueAt)
  expect(daysUntilDue(again)).toBeGreaterThan(1)
  expect(daysUntilDue(again)).toBeLessThan(daysUntilDue(known))
})

it('depends on nothing but the answers and their times', () => {
  const run = () => afterAnswer(afterAnswer(undefined, true, START), false, after(5))
  expect(run()).toEqual(run())
})

it('says what is still known, falling with time and rising with a review [learning.review-known]', () => {
  expect(knownPercent([], START)).toBeNull()
  const card = afterAnswer(undefined, true, START)
  expect(knownPercent([card], START)).toBe(100)
  const faded = knownPercent([card], after(30)) as number
  expect(faded).toBeLessThan(90)
  expect(knownPercent([afterAnswer(card, true, after(30))], after(31))).toBeGreaterThan(faded)
  expect(knownPercent([card, afterAnswer(undefined, true, after(30))], after(30))).toBeGreaterThan(faded)
})
