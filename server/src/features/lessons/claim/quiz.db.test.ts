import type { Answer } from '@aura/api/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../test/actors/actors.ts'
import {
  dailyIds,
  dailyLessons,
  type Lesson,
  learn,
  passQuiz,
  rightIndex,
  wrongIndex,
} from '../../../../test/actors/learning.ts'
import { databaseState } from '../../../../test/database/database-state.ts'
import { refusal } from '../../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { loadCatalogue } from '../catalogue.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))
afterAll(() => test.close())

const first = async (actor: Actor, position = 0) => (await dailyLessons(actor))[position] as Lesson
const status = (actor: Actor, id: string) => actor.call('GET /api/lessons/:id/status', { params: { id } })
const answer = (actor: Actor, id: string, index: unknown) =>
  actor.send<Answer<'POST /api/lessons/:id/quiz'>>('POST', `/api/lessons/${id}/quiz`, { answer: index })

async function explanationOf(lesson: Lesson, index: number): Promise<string | undefined> {
  const catalogue = await loadCatalogue(test.ctx.settings.lessonsDir)
  const options = catalogue.get(lesson.id)?.quiz?.options
  return options?.find(({ text }) => text === lesson.quizOptions[index])?.explanation
}

describe('answering the quiz', () => {
  it('correctly opens the claim and pays nothing yet [learning.call-lesson-quiz] [learning.quiz-fields]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await first(ada)
    expect(await answer(ada, lesson.id, rightIndex(lesson))).toMatchObject({
      status: 200,
      body: {
        correct: true,
        explanation: await explanationOf(lesson, rightIndex(lesson)),
        message: 'Correct. Your Aura Points are ready to claim.',
        retryAfterMs: 0,
      },
    })
    expect(await status(ada, lesson.id)).toEqual({ completed: false, auraEarned: 0, quizPassed: true })
    expect(await ada.me()).toMatchObject({ auraPoints: 100, currentStreak: 0 })
    expect(await status(bo, lesson.id)).toEqual({ completed: false, auraEarned: 0, quizPassed: false })
    expect((await status(ada, (await first(ada, 1)).id)).quizPassed).toBe(false)
  })

  it('wrongly returns that option’s explanation', async () => {
    const ada = await newcomer(test)
    const lesson = await first(ada)
    for (const index of [0, 1, 2, 3].filter((each) => each !== rightIndex(lesson))) {
      expect(await answer(ada, lesson.id, index)).toMatchObject({
        status: 200,
        body: {
          correct: false,
          explanation: await explanationOf(lesson, index),
          message: 'Try again! Review the lesson content.',
          retryAfterMs: 3_000,
        },
      })
      expect((await status(ada, lesson.id)).quizPassed).toBe(false)
      test.ctx.clock.advance({ ms: 3_000 })
    }
  })

  it('again is possible 3 s after a wrong answer, not before [learning.const-retry-wait]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await first(ada)
    await answer(ada, lesson.id, wrongIndex(lesson))
    test.ctx.clock.advance({ ms: 2_999 })
    for (const index of [rightIndex(lesson), wrongIndex(lesson)]) {
      expect(await answer(ada, lesson.id, index)).toMatchObject({
        status: 429,
        body: { code: 'QUIZ_RETRY_TOO_SOON', data: { retryAfterMs: 1 } },
      })
    }
    expect((await status(ada, lesson.id)).quizPassed).toBe(false)
    await passQuiz(ada, 1)
    await passQuiz(bo)
    test.ctx.clock.advance({ ms: 1 })
    expect(await answer(ada, lesson.id, rightIndex(lesson))).toMatchObject({ status: 200, body: { correct: true } })
  })

  it('wrongly after a right answer leaves the claim open', async () => {
    const ada = await newcomer(test)
    const lesson = await passQuiz(ada)
    await answer(ada, lesson.id, wrongIndex(lesson))
    expect((await status(ada, lesson.id)).quizPassed).toBe(true)
  })

  it.each([-1, 10, 1.5, '0', null, undefined, [0]])('with %j is refused', async (index) => {
    const ada = await newcomer(test)
    const { id } = await first(ada)
    const before = await databaseState(test.ctx.db)
    expect(await answer(ada, id, index)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('with an index out of range is refused', async () => {
    const ada = await newcomer(test)
    const { id } = await first(ada)
    const before = await databaseState(test.ctx.db)
    expect(await answer(ada, id, 4)).toMatchObject({ status: 400, body: { message: 'Choose one of the options' } })
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('for a lesson not among today’s is refused and stores nothing', async () => {
    const ada = await newcomer(test)
    const today = await dailyIds(ada)
    const others = [...(await loadCatalogue(test.ctx.settings.lessonsDir)).keys()].filter((id) => !today.includes(id))
    expect(others).not.toEqual([])
    const state = () => databaseState(test.ctx.db, { except: ['sessions'] })
    const before = await state()
    for (const id of others) expect(await answer(ada, id, 0)).toMatchObject(refusal(409, 'LESSON_NOT_AVAILABLE'))
    expect(await state()).toEqual(before)
  })

  it('for an unknown lesson, or without a session, is refused', async () => {
    const ada = await newcomer(test)
    const { id } = await first(ada)
    const before = await databaseState(test.ctx.db)
    expect(await answer(ada, 'no-such-lesson', 0)).toMatchObject(refusal(404, 'LESSON_NOT_FOUND'))
    expect(await answer(ada, 'No_Lesson', 0)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await answer(new Actor(test), id, 0)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})

describe('a lesson’s status', () => {
  it('shows the user’s progress, today and ever [learning.call-lesson-status]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { id, auraReward } = await first(ada)
    const untouched = { completed: false, auraEarned: 0, quizPassed: false }
    expect(await status(ada, id)).toEqual(untouched)
    await learn(ada)
    expect(await status(ada, id)).toEqual({ completed: true, auraEarned: auraReward, quizPassed: true })
    test.ctx.clock.advance({ days: 1 })
    expect(await status(ada, id)).toEqual({ completed: false, auraEarned: auraReward, quizPassed: true })
    expect(await status(bo, id)).toEqual(untouched)
  })

  it('is refused for an unknown lesson and without a session', async () => {
    const ada = await newcomer(test)
    const { id } = await first(ada)
    const get = (actor: Actor, lesson: string) => actor.send('GET', `/api/lessons/${lesson}/status`)
    expect(await get(ada, 'no-such-lesson')).toMatchObject(refusal(404, 'LESSON_NOT_FOUND'))
    expect(await get(ada, 'x'.repeat(81))).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await get(new Actor(test), id)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})
