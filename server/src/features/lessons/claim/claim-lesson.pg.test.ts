import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newcomer } from '../../../../../tests/server/actors/actors.ts'
import { claim, learn, passQuiz, wrongAnswer } from '../../../../../tests/server/actors/learning.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

describe('simultaneous requests', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp()
  })
  beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))
  afterAll(() => test.close())

  it('to claim one lesson pay once [learning.claim-once-concurrent]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const bystander = await bo.me()
    const lesson = await passQuiz(ada)
    const answers = await Promise.all(Array.from({ length: 16 }, () => claim(ada, lesson.id)))
    expect(answers).toEqual(Array(16).fill({ auraEarned: lesson.auraReward, newStreak: 1 }))
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + lesson.auraReward, currentStreak: 1 })
    expect(await bo.me()).toEqual(bystander)
  })

  it('to claim the day’s three lessons pay each and count the day once', async () => {
    const ada = await newcomer(test)
    const yesterday = await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    const lessons = [await passQuiz(ada, 0), await passQuiz(ada, 1), await passQuiz(ada, 2)]
    const answers = await Promise.all(lessons.map(({ id }) => claim(ada, id)))
    expect(answers.map(({ newStreak }) => newStreak)).toEqual([2, 2, 2])
    const paid = lessons.reduce((sum, { auraReward }) => sum + auraReward, 0)
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + yesterday.auraEarned + paid, currentStreak: 2 })
  })

  it('with wrong answers count once, and the rest must wait', async () => {
    const ada = await newcomer(test)
    const [lesson] = await ada.call('GET /api/lessons/daily')
    if (!lesson) throw new Error('there is no lesson')
    const answer = wrongAnswer(lesson)
    const guess = () => ada.send('POST', `/api/lessons/${lesson.id}/quiz`, { answer })
    const replies = await Promise.all(Array.from({ length: 8 }, guess))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)])
  })

  it('to change the time zone count once', async () => {
    const ada = await newcomer(test)
    const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Pacific/Niue']
    const replies = await Promise.all(
      zones.map((timeZone) => ada.send<{ timeZone: string }>('POST', '/api/user/time-zone', { timeZone })),
    )
    const moved = replies.filter(({ status }) => status === 200)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await ada.me()).timeZone).toBe(moved[0]?.body.timeZone)
  })
})
