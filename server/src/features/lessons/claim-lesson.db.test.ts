import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../test/actors.ts'
import { learn, rightIndex, wrongIndex } from '../../../test/learning.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

describe('claiming a lesson', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp()
  })
  afterAll(() => test.close())

  const today = (actor: Actor) => actor.call('GET /api/lessons/daily')
  const firstLesson = async (actor: Actor) => {
    const [lesson] = await today(actor)
    if (!lesson) throw new Error('there is no lesson today')
    return lesson
  }

  it('pays what the lesson promises, counts the day and leaves everybody else alone', async () => {
    const ada = await newcomer(test)
    const bo = await newcomer(test)
    const before = await bo.me()
    const lesson = await firstLesson(ada)
    const answer = await learn(ada)
    expect(answer).toEqual({ auraEarned: lesson.auraReward, newStreak: 1 })
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + lesson.auraReward, currentStreak: 1 })
    expect(await bo.me()).toEqual(before)
  })

  it('pays once, however often and from wherever it is sent', async () => {
    const ada = await newcomer(test)
    const lesson = await firstLesson(ada)
    const params = { id: lesson.id }
    await ada.call('POST /api/lessons/:id/quiz', { params, body: { answer: rightIndex(lesson) } })
    const claim = () => ada.call('POST /api/lessons/complete', { body: { lessonId: lesson.id } })
    const answers = await Promise.all(Array.from({ length: 12 }, claim))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await ada.me()).auraPoints).toBe(100 + lesson.auraReward)
  })

  it('wants a right answer first', async () => {
    const ada = await newcomer(test)
    const lesson = await firstLesson(ada)
    const refused = await ada.send('POST', '/api/lessons/complete', { lessonId: lesson.id })
    expect(refused).toMatchObject({ status: 409, body: { code: 'QUIZ_NOT_PASSED' } })
    const params = { id: lesson.id }
    const wrong = await ada.call('POST /api/lessons/:id/quiz', { params, body: { answer: wrongIndex(lesson) } })
    expect(wrong).toMatchObject({ correct: false, retryAfterMs: 3_000 })
    expect(await ada.send('POST', '/api/lessons/complete', { lessonId: lesson.id })).toMatchObject({ status: 409 })
    expect((await ada.me()).auraPoints).toBe(100)
  })

  it('refuses who is not signed in, and a lesson that does not exist', async () => {
    const visitor = new Actor(test)
    const lessonId = (await firstLesson(await newcomer(test))).id
    expect(await visitor.send('POST', '/api/lessons/complete', { lessonId })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
    const ada = await newcomer(test)
    expect(await ada.send('POST', '/api/lessons/complete', { lessonId: 'no-such-lesson' })).toMatchObject({
      status: 404,
      body: { code: 'LESSON_NOT_FOUND' },
    })
    expect(await ada.send('POST', '/api/lessons/complete', { lessonId: 7 })).toMatchObject({ status: 400 })
  })
})
