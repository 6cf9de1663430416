import type { Question } from '@aura/api/calls/lessons/lesson'
import { describe, expect, it } from 'vitest'
import {
  advance,
  isComplete,
  isLabMissing,
  type LessonEvent,
  responseText,
  START,
  secondsToWait,
  streakAfterClaim,
} from './lesson-progress.ts'

const after = (...events: LessonEvent[]) => events.reduce(advance, START)

const question: Question = { id: 'fee', kind: 'choose-one', text: 'Who?', options: ['a', 'b', 'c', 'd'], unit: null }
const next: Question = { ...question, id: 'tip', text: 'What?' }

const check = { day: '2026-03-03', done: 0, needed: 2, triesLeft: 2, question: next }
const answered = (result: object, nowMs = 1_000): LessonEvent => ({
  type: 'answered',
  question,
  response: 3,
  nowMs,
  result: {
    correct: false,
    explanation: 'Because.',
    right: 1,
    message: '',
    retryAfterMs: 3_000,
    passed: false,
    paragraph: 4,
    check,
    ...result,
  },
})
const wrong = answered({})
const right = answered({ correct: true, retryAfterMs: 0, check: { ...check, done: 1 } })
const passes = answered({ correct: true, passed: true, retryAfterMs: 0, check: { ...check, done: 2, question: null } })

describe('a wrong answer', () => {
  it('clears the selection, explains, keeps its question in view and makes the next one wait', () => {
    const progress = after({ type: 'quiz-opened' }, { type: 'responded', response: 3 }, wrong)
    expect(progress).toMatchObject({
      view: 'quiz',
      response: null,
      check,
      given: {
        question: { id: 'fee' },
        response: 3,
        correct: false,
        right: 1,
        message: 'Try again! Review the lesson content.',
        paragraph: 4,
      },
    })
    expect(secondsToWait(progress, 1_000)).toBe(3)
    expect(secondsToWait(progress, 3_999)).toBe(1)
    expect(secondsToWait(progress, 4_000)).toBe(0)
    expect(advance(progress, { type: 'next-question' })).toMatchObject({ given: null, check })
  })

  it('survives going back to the lesson, and closing', () => {
    const read = after(wrong, { type: 'lesson-reopened', paragraph: 4 })
    expect(read).toMatchObject({ view: 'read', paragraph: 4 })
    expect([{ type: 'closed' } as const, { type: 'quiz-opened' } as const].reduce(advance, read)).toMatchObject({
      view: 'quiz',
      given: { correct: false },
    })
  })

  it('waits as long as the server says when it was asked too soon', () => {
    expect(secondsToWait(after(wrong, { type: 'told-to-wait', untilMs: 9_000 }), 4_000)).toBe(5)
  })
})

describe('a right answer', () => {
  it('that does not pass yet is explained before the next question', () => {
    expect(after({ type: 'quiz-opened' }, right)).toMatchObject({
      view: 'quiz',
      given: { correct: true, explanation: 'Because.', message: '' },
      check: { done: 1 },
      passed: null,
    })
  })

  it('that passes opens the claim and keeps the explanation', () => {
    expect(after(wrong, { type: 'next-question' }, passes)).toMatchObject({
      view: 'claim',
      given: null,
      passed: { given: { response: 3, explanation: 'Because.' } },
    })
  })

  it('given on an earlier visit resumes at the claim', () => {
    expect(after({ type: 'status', completed: false, quizPassed: true, labMissing: false })).toMatchObject({
      view: 'claim',
      passed: { given: null },
    })
  })

  it('is not forgotten when the status arrives later', () => {
    const progress = after(passes, { type: 'status', completed: false, quizPassed: true, labMissing: false })
    expect(progress.passed?.given?.response).toBe(3)
  })
})

it('a question that was answered elsewhere makes room for the current one', () => {
  const stale = after({ type: 'quiz-opened' }, { type: 'responded', response: 1 }, { type: 'check-changed', check })
  expect(stale).toMatchObject({ view: 'quiz', response: null, given: null, check: { question: next } })
})

it('a new day begins its check anew, from the reading, and keeps an open claim', () => {
  const rests = answered({ check: { ...check, triesLeft: 0 } })
  expect(after({ type: 'quiz-opened' }, rests, { type: 'day-changed' })).toMatchObject({
    view: 'read',
    check: null,
    given: null,
  })
  const chosen = after({ type: 'quiz-opened' }, right, { type: 'next-question' }, { type: 'responded', response: 1 })
  expect(advance(chosen, { type: 'day-changed' })).toMatchObject({ view: 'read', check: null, response: null })
  expect(after(wrong, passes, { type: 'day-changed' })).toMatchObject({
    view: 'claim',
    passed: { given: { response: 3 } },
  })
})

describe('a completed lesson', () => {
  it('opens for reading', () => {
    expect(after({ type: 'status', completed: true, quizPassed: true, labMissing: false }).view).toBe('read')
  })

  it('shows the reward until dismissed', () => {
    const done = after(passes, { type: 'claimed', earned: { auraEarned: 40, newStreak: 13, alreadyPaid: false } })
    expect(done).toMatchObject({ view: 'done', earned: { auraEarned: 40, newStreak: 13 } })
    expect(advance(done, { type: 'closed' }).view).toBe('read')
  })
})

it.each([
  [null, false],
  [[], false],
  ['', false],
  [0, true],
  [[2], true],
  ['0', true],
] as const)('a response %j says enough to be sent: %s', (response, is) => expect(isComplete(response)).toBe(is))

it('reads a response back in words', () => {
  expect(responseText(question, 2)).toBe('c')
  expect(responseText({ ...question, kind: 'choose-all' }, [0, 3])).toBe('a · d')
  expect(responseText({ ...question, kind: 'type-number', options: [], unit: 'gwei' }, '26')).toBe('26 gwei')
})

describe('streakAfterClaim', () => {
  const today = '2026-03-03'
  const day = (its: string, state: 'streak' | 'missed' | 'empty') => ({ day: its, state, streakDay: null, lessons: [] })

  it('adds a day unless today counts already, by whatever', () => {
    const before = day('2026-03-02', 'streak')
    expect(streakAfterClaim({ currentStreak: 12, today, days: [before, day(today, 'empty')] })).toBe(13)
    expect(streakAfterClaim({ currentStreak: 13, today, days: [before, day(today, 'streak')] })).toBe(13)
    expect(streakAfterClaim({ currentStreak: 0, today, days: [day(today, 'empty')] })).toBe(1)
  })
})

describe('a lab', () => {
  const lesson = { lab: { done: false } }

  it('is missing until it is done, in this visit or before', () => {
    expect(isLabMissing(lesson, START)).toBe(true)
    expect(isLabMissing(lesson, after({ type: 'lab-opened' }, { type: 'lab-done' }))).toBe(false)
    expect(isLabMissing({ lab: { done: true } }, START)).toBe(false)
    expect(isLabMissing({ lab: null }, START)).toBe(false)
  })

  it('comes before the claim of a check passed earlier', () => {
    const progress = after({ type: 'status', completed: false, quizPassed: true, labMissing: true })
    expect(progress).toMatchObject({ view: 'read', passed: { given: null } })
  })
})
