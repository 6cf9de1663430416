import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOf } from '../check/question.rules.ts'
import { drawInstead, drawReview, outcomeOf, type Reviewable, rightNeededOf } from './review.rules.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const question = (questionId: string, dueInDays: number, isAnsweredToday = false, strength = 0.9): Reviewable => ({
  lessonId: 'fees',
  questionId,
  dueAt: new Date(NOW.getTime() + dueInDays * 86_400_000),
  strength,
  isAnsweredToday,
})
const draw = (questions: Reviewable[], hasLessonsLeft = false, isRetry = false, labs: Reviewable[] = []) =>
  drawReview(questions, { at: NOW, labs, hasLessonsLeft, isRetry }).map(({ questionId }) => questionId)

describe('drawing a review', () => {
  const six = [5, -1, -3, 2, -2, 1].map((days, index) => question(`q${index}`, days))

  it('takes five questions, the weakest due ones first, and fills up with the oldest others [learning.review-debt]', () => {
    expect(draw(six)).toEqual(['q2', 'q4', 'q1', 'q5', 'q3'])
    const strengths = [0.1, 0.5, 0.8, 0.2, 0.7, 0.3]
    const unlike = six.map((each, index) => ({ ...each, strength: strengths[index] ?? 0 }))
    expect(draw(unlike)).toEqual(['q1', 'q4', 'q2', 'q5', 'q3'])
    expect(draw(six, true)).toEqual(['q2', 'q4', 'q1', 'q5', 'q3'])
  })

  it('offers nothing while nothing is due and lessons are left', () => {
    const later = [question('a', 1), question('b', 2)]
    expect(draw(later, true)).toEqual([])
    expect(draw(later, false)).toEqual(['a', 'b'])
    expect(draw([], false)).toEqual([])
  })

  it('asks questions answered today last', () => {
    const tried = six.map((each) => ({ ...each, isAnsweredToday: each.questionId < 'q3' }))
    expect(draw(tried)).toEqual(['q4', 'q5', 'q3', 'q2', 'q1'])
  })

  it('after a failed try asks others that are not due yet, if there are some', () => {
    const asked = ['a', 'b', 'c', 'd'].map((name) => question(name, 1, true))
    const others = [question('e', 3), question('f', 2)]
    expect(draw([...asked, ...others], true, true)).toEqual(['f', 'e', 'a', 'b', 'c'])
    expect(draw([...asked, ...others], true)).toEqual([])
    expect(draw(asked, true, true)).toEqual([])
    expect(draw(asked, false, true)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('ends with the weakest due lab in the fifth question’s place, at most one a day [learning.lab-review]', () => {
    const lab = (lessonId: string, ...of: [number, boolean?, number?]) => ({ ...question('lab', ...of), lessonId })
    const labs = [lab('a', -9, false, 0.5), lab('b', -1, false, 0.2), lab('c', 1, false, 0.1), lab('d', -5, true, 0)]
    const drawn = drawReview(six, { at: NOW, labs, hasLessonsLeft: true, isRetry: false })
    expect(drawn.map(nameOf)).toEqual(['fees/q2', 'fees/q4', 'fees/q1', 'fees/q5', 'b/lab'])
    expect(draw(six, true, false, labs.slice(2))).toEqual(draw(six, true))
    expect(draw(six, true, true, labs)).toEqual(draw(six, true, true))
  })

  it('asks for a lab only where a question could stand in its place [learning.lab-postponed]', () => {
    const labs = [question('lab', -1)]
    expect(draw(six.slice(0, 4), false, false, labs)).not.toContain('lab')
    expect(draw([], false, false, labs)).toEqual([])
    const asked = draw(six.slice(0, 5), false, false, labs).map((questionId) =>
      nameOf({ lessonId: 'fees', questionId }),
    )
    expect(drawInstead(six.slice(0, 5), { at: NOW, asked })?.questionId).toBe('q0')
    expect(drawInstead(six.slice(0, 5), { at: NOW, asked: [...asked, 'fees/q0'] })).toBeUndefined()
  })

  it('never repeats a question and never leaves out a due one for one that is not', () => {
    const any = fc.record({
      lessonId: fc.constantFrom('a', 'b'),
      questionId: fc.constantFrom('q1', 'q2', 'q3', 'q4'),
      dueAt: fc.integer({ min: -5, max: 5 }).map((days) => new Date(NOW.getTime() + days * 86_400_000)),
      strength: fc.double({ min: 0, max: 1, noNaN: true }),
      isAnsweredToday: fc.constant(false),
    })
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: nameOf }), fc.boolean(), (questions, hasLessonsLeft) => {
        const drawn = drawReview(questions, { at: NOW, labs: [], hasLessonsLeft, isRetry: false })
        expect(new Set(drawn.map(nameOf)).size).toBe(drawn.length)
        const due = questions.filter(({ dueAt }) => dueAt <= NOW)
        const isEmpty = questions.length === 0 || (hasLessonsLeft && due.length === 0)
        expect(drawn).toHaveLength(isEmpty ? 0 : Math.min(5, questions.length))
        expect(drawn.filter(({ dueAt }) => dueAt <= NOW)).toHaveLength(isEmpty ? 0 : Math.min(5, due.length))
      }),
    )
  })
})

it.each([
  [5, 0, 4, 'open'],
  [5, 4, 0, 'open'],
  [5, 4, 1, 'passed'],
  [5, 5, 0, 'passed'],
  [5, 3, 2, 'failed'],
  [3, 3, 0, 'passed'],
  [3, 2, 1, 'failed'],
] as const)('of %i questions, %i right and %i wrong: %s', (questions, rightAnswers, wrongAnswers, outcome) => {
  expect(outcomeOf({ purpose: 'day', questions, rightAnswers, wrongAnswers })).toBe(outcome)
  expect(rightNeededOf(questions, 'day')).toBe(Math.min(4, questions))
})

it.each([
  [15, 12, 2, 'open'],
  [15, 12, 3, 'passed'],
  [15, 11, 3, 'open'],
  // Twelve right answers are out of reach, so the rest isn't asked.
  [15, 0, 4, 'failed'],
  [10, 8, 2, 'passed'],
  [10, 7, 3, 'failed'],
  [1, 1, 0, 'passed'],
] as const)(
  'for a streak, of %i questions, %i right and %i wrong: %s [learning.streak-won-back]',
  (questions, rightAnswers, wrongAnswers, outcome) => {
    expect(outcomeOf({ purpose: 'streak', questions, rightAnswers, wrongAnswers })).toBe(outcome)
  },
)
