import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canBePlaced, drawPlacement, type Judged, outcomeOf, wrongAllowed } from './placement.rules.ts'

const lesson = (id: string, questions = 4) => ({
  id,
  questions: Array.from({ length: questions }, (_, at) => `${id}${at}`),
})

describe('a placement', () => {
  it('asks two questions of each lesson, of each person and day others', () => {
    const lessons = [lesson('a'), lesson('b'), lesson('c')]
    const drawn = drawPlacement(lessons, 'ada/2026-03-02')
    expect(drawn.map(({ lessonId }) => lessonId).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
    expect(new Set(drawn.map(({ question }) => question)).size).toBe(6)
    expect(drawPlacement(lessons, 'ada/2026-03-02')).toEqual(drawn)
    const orders = Array.from({ length: 8 }, (_, at) => JSON.stringify(drawPlacement(lessons, `ada/${at}`)))
    expect(new Set(orders).size).toBeGreaterThan(4)
  })

  it('leaves lessons with a lab, or with too few questions, to their learner', () => {
    expect(canBePlaced(lesson('a'))).toBe(true)
    expect(canBePlaced({ ...lesson('a'), lab: null })).toBe(true)
    expect(canBePlaced({ ...lesson('a'), lab: { kind: 'send' } })).toBe(false)
    expect(canBePlaced(lesson('a', 1))).toBe(false)
  })

  it('of one lesson forgives nothing; of two, one wrong answer', () => {
    const judged = (text: string): Judged[] =>
      [...text].map((mark, at) => ({ lessonId: `l${Math.floor(at / 2)}`, isRight: mark === '?' ? null : mark === '1' }))
    expect(['??', '1?', '11', '0?', '10'].map((text) => outcomeOf(judged(text)))).toEqual([
      'open',
      'open',
      'passed',
      'failed',
      'failed',
    ])
    expect(['01??', '0111', '00??', '0101', '1110'].map((text) => outcomeOf(judged(text)))).toEqual([
      'open',
      'passed',
      'failed',
      'failed',
      'passed',
    ])
    // Eight questions allow two wrong answers, but never both of one lesson.
    expect(['01011111', '00111111', '0101011?'].map((text) => outcomeOf(judged(text)))).toEqual([
      'passed',
      'failed',
      'failed',
    ])
  })

  it('passes with three right in four and one of each lesson, and with nothing less, in any order', () => {
    const answers = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(answers, fc.infiniteStream(fc.nat()), (given, order) => {
        const asked: Judged[] = given.flatMap((pair, at) => pair.map((isRight) => ({ lessonId: `l${at}`, isRight })))
        const right = asked.filter(({ isRight }) => isRight).length
        const mayPass = asked.length - right <= wrongAllowed(asked.length) && given.every((pair) => pair.includes(true))
        expect(outcomeOf(asked)).toBe(mayPass ? 'passed' : 'failed')
        // Judged one by one, it never fails a user who would pass, and never reopens.
        const now: Judged[] = asked.map((each) => ({ ...each, isRight: null }))
        const left = asked.map((_, at) => at)
        let before = outcomeOf(now)
        while (left.length > 0) {
          const [at = 0] = left.splice((order.next().value ?? 0) % left.length, 1)
          ;(now[at] as Judged).isRight = (asked[at] as Judged).isRight
          const after = outcomeOf(now)
          if (before === 'failed') expect(after).toBe('failed')
          if (mayPass) expect(after).not.toBe('failed')
          before = after
        }
      }),
    )
  })
})
