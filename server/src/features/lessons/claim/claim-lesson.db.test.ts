import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import {
  claim,
  dailyIds,
  dailyLessons,
  type Lesson,
  learn,
  passQuiz,
  wrongAnswer,
} from '../../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const firstLesson = async (actor: Actor) => (await dailyLessons(actor))[0] as Lesson
const send = (actor: Actor, body: unknown) => actor.send('POST', '/api/lessons/complete', body)

describe('claiming a lesson', () => {
  it('pays once ever: not on a later day [learning.claim-once]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await firstLesson(ada)
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    const { auraPoints } = await ada.me()
    expect(await send(ada, { lessonId: lesson.id })).toMatchObject(refusal(409, 'LESSON_NOT_AVAILABLE'))
    expect((await ada.me()).auraPoints).toBe(auraPoints)
    expect((await learn(bo)).auraEarned).toBe(lesson.auraReward)
  })

  it('requires a right answer [learning.claim-needs-correct]', async () => {
    const ada = await newcomer(test)
    const lesson = await firstLesson(ada)
    const params = { id: lesson.id }
    const before = await databaseState(test.ctx.db)
    expect(await send(ada, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect(await send(ada, { lessonId: 'no-such-lesson' })).toMatchObject(refusal(404, 'LESSON_NOT_FOUND'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    const wrong = await ada.call('POST /api/lessons/:id/quiz', { params, body: { answer: wrongAnswer(lesson) } })
    expect(wrong).toMatchObject({ correct: false, retryAfterMs: 3_000 })
    expect(await send(ada, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect(await ada.me()).toMatchObject({ auraPoints: 100, currentStreak: 0 })
  })

  it('accepts a tweetUrl and ignores it [learning.tweet-url-ignored]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const tweetUrl = 'https://x.example/ada/1'
    const replies = []
    for (const [actor, extra] of [[ada, { tweetUrl }] as const, [bo, {}] as const]) {
      const lesson = await passQuiz(actor)
      replies.push((await send(actor, { lessonId: lesson.id, ...extra })).body)
    }
    expect(replies[0]).toEqual(replies[1])
    expect(JSON.stringify(await databaseState(test.ctx.db))).not.toContain(tweetUrl)
  })
})

describe('a question answered before midnight', () => {
  it('allows the claim after midnight, for the new day [learning.quiz-kept-past-midnight] [learning.claim-counts-for-claim-day]', async () => {
    test.ctx.clock.set('2026-03-02T23:59:00Z')
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await passQuiz(ada)
    test.ctx.clock.set('2026-03-03T00:01:00Z')
    expect(await dailyIds(ada)).toContain(lesson.id)
    expect(await claim(ada, lesson.id)).toEqual({ auraEarned: lesson.auraReward, newStreak: 1, alreadyPaid: false })
    expect(await claim(ada, lesson.id)).toEqual({ auraEarned: lesson.auraReward, newStreak: 1, alreadyPaid: true })
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + lesson.auraReward, currentStreak: 1 })
    // 3 March is counted: another lesson of that day adds nothing, and 4 March continues from there.
    expect((await learn(ada, 1)).newStreak).toBe(1)
    test.ctx.clock.advance({ days: 1 })
    expect((await learn(ada)).newStreak).toBe(2)
    expect(await send(bo, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
  })
})

describe('simultaneous requests', () => {
  it('to claim one lesson pay once, and the others are told so [learning.claim-once-concurrent] [learning.claim-already-paid]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const bystander = await bo.me()
    const lesson = await passQuiz(ada)
    const answers = await Promise.all(Array.from({ length: 16 }, () => claim(ada, lesson.id)))
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ auraEarned: lesson.auraReward, newStreak: 1 })))
    expect(answers.filter(({ alreadyPaid }) => !alreadyPaid)).toHaveLength(1)
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + lesson.auraReward, currentStreak: 1 })
    expect(await bo.me()).toEqual(bystander)
  })

  it('to claim the day’s three lessons pay each and count the day once [learning.streak-once-a-day]', async () => {
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
})
