import type { Answer } from '@aura/api/calls'
import type { LessonCheck } from '@aura/api/calls/lessons/lesson'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import {
  dailyIds,
  dailyLessons,
  type Lesson,
  learn,
  passQuiz,
  questionOf,
  rightAnswer,
  wrongAnswer,
} from '../../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { loadCatalogue } from '../catalogue.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const first = async (actor: Actor, position = 0) => (await dailyLessons(actor))[position] as Lesson
const status = (actor: Actor, id: string) => actor.call('GET /api/lessons/:id/status', { params: { id } })
const answer = (actor: Actor, id: string, its: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  actor.send<Answer<'POST /api/lessons/:id/quiz'>>('POST', `/api/lessons/${id}/quiz`, { answer: its, ...more }, headers)

const RETRY_MS = 3_000

async function fail(actor: Actor, lesson: Lesson, times: number): Promise<LessonCheck | null> {
  let { check } = lesson
  for (let time = 0; time < times; time++) {
    const reply = await answer(actor, lesson.id, wrongAnswer({ id: lesson.id, check }))
    expect(reply).toMatchObject({ status: 200, body: { correct: false } })
    check = reply.body.check
    test.ctx.clock.advance({ ms: RETRY_MS })
  }
  return check
}

describe('a lesson’s check', () => {
  it('opens the claim with two right answers and pays nothing yet', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await first(ada)
    expect(lesson.check).toMatchObject({ done: 0, needed: 2, triesLeft: 3 })
    const one = await answer(ada, lesson.id, rightAnswer(lesson))
    expect(one).toMatchObject({
      status: 200,
      body: {
        correct: true,
        passed: false,
        message: 'Correct. One more and your Aura Points are ready to claim.',
        retryAfterMs: 0,
        check: { done: 1, needed: 2, triesLeft: 3 },
      },
    })
    expect(one.body.explanation).not.toBe('')
    expect((await status(ada, lesson.id)).quizPassed).toBe(false)
    expect((await first(ada)).check).toEqual(one.body.check)
    expect(await answer(ada, lesson.id, rightAnswer({ id: lesson.id, check: one.body.check }))).toMatchObject({
      status: 200,
      body: {
        correct: true,
        passed: true,
        message: 'Correct. Your Aura Points are ready to claim.',
        check: { done: 2, question: null },
      },
    })
    expect(await status(ada, lesson.id)).toEqual({ completed: false, auraEarned: 0, quizPassed: true })
    expect(await ada.me()).toMatchObject({ auraPoints: 100, currentStreak: 0 })
    expect(await first(ada)).toMatchObject({ quizQuestion: '', quizOptions: [] })
    expect(await status(bo, lesson.id)).toEqual({ completed: false, auraEarned: 0, quizPassed: false })
    expect((await status(ada, (await first(ada, 1)).id)).quizPassed).toBe(false)
  })

  it('explains a wrong answer, names the paragraph, and goes on with another question [learning.check-next-question]', async () => {
    const ada = await newcomer(test)
    const lesson = await first(ada)
    const reply = await answer(ada, lesson.id, wrongAnswer(lesson))
    expect(reply).toMatchObject({
      status: 200,
      body: {
        correct: false,
        passed: false,
        message: 'Try again! Review the lesson content.',
        retryAfterMs: RETRY_MS,
        check: { done: 0, triesLeft: 2 },
      },
    })
    const written = (await loadCatalogue(test.ctx.settings.lessonsDir)).get(lesson.id)
    const asked = written?.questions.find(({ id }) => id === questionOf(lesson).id)
    expect(reply.body.paragraph).toBe(asked?.paragraph)
    expect(reply.body.explanation).not.toBe('')
    expect(reply.body.check.question?.id).not.toBe(asked?.id)
    expect((await first(ada)).check).toEqual(reply.body.check)
  })

  it('rests after three wrong answers until the next day, and only this one [learning.check-rests]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await first(ada)
    const bystander = (await first(bo)).check
    const last = await answer(ada, lesson.id, wrongAnswer({ id: lesson.id, check: await fail(ada, lesson, 2) }))
    expect(last.body).toMatchObject({
      message: 'That was your last try today. This check rests until tomorrow.',
      retryAfterMs: 0,
      check: { done: 0, triesLeft: 0 },
    })
    const check = { ...last.body.check, question: questionOf(lesson) }
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    const refused = await answer(ada, lesson.id, rightAnswer({ id: lesson.id, check }))
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CHECK_RESTS', data: { availableAt: '2026-03-03T00:00:00.000Z' } },
    })
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
    expect((await learn(ada, 1)).newStreak).toBe(1)
    expect((await first(bo)).check).toEqual(bystander)
    test.ctx.clock.set('2026-03-03T00:00:00Z')
    expect((await first(ada)).check).toMatchObject({ done: 0, triesLeft: 3 })
    expect(await passQuiz(ada)).toMatchObject({ id: lesson.id })
  })

  it('can be answered again 3 s after a wrong answer, not before [learning.const-retry-wait]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await first(ada)
    const { check } = (await answer(ada, lesson.id, wrongAnswer(lesson))).body
    const next = { id: lesson.id, check }
    test.ctx.clock.advance({ ms: RETRY_MS - 1 })
    for (const its of [rightAnswer(next), wrongAnswer(next)]) {
      expect(await answer(ada, lesson.id, its)).toMatchObject({
        status: 429,
        body: { code: 'QUIZ_RETRY_TOO_SOON', data: { retryAfterMs: 1 } },
      })
    }
    await passQuiz(ada, 1)
    await passQuiz(bo)
    test.ctx.clock.advance({ ms: 1 })
    expect(await answer(ada, lesson.id, rightAnswer(next))).toMatchObject({ status: 200, body: { correct: true } })
  })

  it('stays passed, whatever is sent afterwards', async () => {
    const ada = await newcomer(test)
    const lesson = await passQuiz(ada)
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    expect(await answer(ada, lesson.id, wrongAnswer(lesson))).toMatchObject({ status: 200, body: { passed: true } })
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
    expect((await status(ada, lesson.id)).quizPassed).toBe(true)
  })

  it('counts an answer to a question that was answered in another tab for nothing [learning.check-other-tab]', async () => {
    const ada = await newcomer(test)
    const lesson = await first(ada)
    const { id: questionId } = questionOf(lesson)
    await answer(ada, lesson.id, rightAnswer(lesson), { questionId })
    const before = await first(ada)
    const refused = await answer(ada, lesson.id, wrongAnswer(lesson), { questionId })
    expect(refused).toMatchObject(refusal(409, 'QUESTION_CHANGED'))
    expect((await first(ada)).check).toEqual(before.check)
  })

  it('counts an answer to the question of the day before for nothing, though it is the same again, and says why [learning.answer-after-midnight]', async () => {
    const ada = await newcomer(test)
    let [before, now] = [await first(ada), await first(ada)]
    do {
      test.ctx.clock.advance({ days: 1 })
      ;[before, now] = [now, await first(ada)]
    } while (questionOf(before).id !== questionOf(now).id)
    const shown = (lesson: Lesson) => ({ questionId: questionOf(lesson).id, day: lesson.check?.day })
    expect(await answer(ada, now.id, rightAnswer(before), shown(before))).toMatchObject({
      ...refusal(409, 'QUESTION_CHANGED'),
      body: { message: 'Your new day has begun, and with it a new check. This answer wasn’t counted.' },
    })
    expect((await first(ada)).check).toEqual(now.check)
    expect(await answer(ada, now.id, rightAnswer(now), shown(now))).toMatchObject({
      status: 200,
      body: { correct: true },
    })
  })
})

describe('an answer is refused', () => {
  it('that is none of the options', async () => {
    const ada = await newcomer(test)
    const { id } = await first(ada)
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    expect(await answer(ada, id, [11, 11])).toMatchObject({
      status: 400,
      body: { message: 'Choose one of the options' },
    })
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
  })

  it('for a lesson not among today’s, and stores nothing', async () => {
    const ada = await newcomer(test)
    const today = await dailyIds(ada)
    const others = [...(await loadCatalogue(test.ctx.settings.lessonsDir)).keys()].filter((id) => !today.includes(id))
    expect(others).not.toEqual([])
    const state = () => databaseState(test.ctx.db, { except: ['sessions'] })
    const before = await state()
    for (const id of others) expect(await answer(ada, id, 0)).toMatchObject(refusal(409, 'LESSON_NOT_AVAILABLE'))
    expect(await state()).toEqual(before)
  })
})

describe('a lesson’s status', () => {
  it('shows the user’s progress, today and ever', async () => {
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
})
