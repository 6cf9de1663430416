import { describe, expect, it } from 'vitest'
import { advance, type LessonEvent, START, secondsToWait, streakAfterClaim } from './lesson-progress.ts'

const after = (...events: LessonEvent[]) => events.reduce(advance, START)

const wrong = (option: number, nowMs = 1_000): LessonEvent => ({
  type: 'answered',
  option,
  nowMs,
  result: { correct: false, explanation: 'Because.', message: '', retryAfterMs: 3_000 },
})
const right: LessonEvent = {
  type: 'answered',
  option: 2,
  nowMs: 9_000,
  result: { correct: true, explanation: 'Ten steps.', message: 'Correct', retryAfterMs: 0 },
}

describe('a wrong answer', () => {
  it('clears the selection, explains, and makes the next one wait', () => {
    const progress = after({ type: 'quiz-opened' }, { type: 'selected', option: 3 }, wrong(3))
    expect(progress).toMatchObject({
      view: 'quiz',
      selected: null,
      tried: [3],
      wrong: { explanation: 'Because.', message: 'Try again! Review the lesson content.' },
    })
    expect(secondsToWait(progress, 1_000)).toBe(3)
    expect(secondsToWait(progress, 3_999)).toBe(1)
    expect(secondsToWait(progress, 4_000)).toBe(0)
  })

  it('survives going back to the lesson, and closing', () => {
    const progress = after(wrong(3), wrong(3), { type: 'lesson-reopened' }, { type: 'closed' }, { type: 'quiz-opened' })
    expect(progress).toMatchObject({ view: 'quiz', tried: [3] })
  })

  it('waits as long as the server says when it was asked too soon', () => {
    expect(secondsToWait(after(wrong(1), { type: 'told-to-wait', untilMs: 9_000 }), 4_000)).toBe(5)
  })
})

describe('a right answer', () => {
  it('opens the claim and keeps the explanation', () => {
    expect(after(wrong(3), right)).toMatchObject({
      view: 'claim',
      wrong: null,
      passed: { option: 2, explanation: 'Ten steps.' },
    })
  })

  it('given on an earlier visit resumes at the claim', () => {
    expect(after({ type: 'status', completed: false, quizPassed: true })).toMatchObject({
      view: 'claim',
      passed: { option: null },
    })
  })

  it('is not forgotten when the status arrives later', () => {
    const progress = after(right, { type: 'status', completed: false, quizPassed: true })
    expect(progress.passed?.option).toBe(2)
  })
})

describe('a completed lesson', () => {
  it('opens for reading', () => {
    expect(after({ type: 'status', completed: true, quizPassed: true }).view).toBe('read')
  })

  it('shows the reward until dismissed', () => {
    const done = after(right, { type: 'claimed', auraEarned: 40, newStreak: 13 })
    expect(done).toMatchObject({ view: 'done', earned: { auraEarned: 40, newStreak: 13 } })
    expect(advance(done, { type: 'closed' }).view).toBe('read')
  })
})

describe('streakAfterClaim', () => {
  it('adds a day for the first lesson of a day only', () => {
    expect(streakAfterClaim(12, [{ completed: false }])).toBe(13)
    expect(streakAfterClaim(13, [{ completed: true }, { completed: false }])).toBe(13)
    expect(streakAfterClaim(0, [])).toBe(1)
  })
})
