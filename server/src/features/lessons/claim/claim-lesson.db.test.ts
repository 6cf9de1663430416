import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
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
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))
afterAll(() => test.close())

const firstLesson = async (actor: Actor) => (await dailyLessons(actor))[0] as Lesson
const send = (actor: Actor, body: unknown) => actor.send('POST', '/api/lessons/complete', body)

describe('claiming a lesson', () => {
  it('pays the reward, counts the day and affects nobody else', async () => {
    const ada = await newcomer(test)
    const bo = await newcomer(test)
    const before = await bo.me()
    const lesson = await firstLesson(ada)
    const answer = await learn(ada)
    expect(answer).toEqual({ auraEarned: lesson.auraReward, newStreak: 1 })
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + lesson.auraReward, currentStreak: 1 })
    expect(await bo.me()).toEqual(before)
  })

  it('pays by difficulty', async () => {
    const ada = await newcomer(test)
    const paid: Record<string, Set<number>> = {}
    let total = 100
    for (let day = 0; day < 4; day++) {
      for (const [position, { difficulty }] of (await dailyLessons(ada)).entries()) {
        const { auraEarned } = await learn(ada, position)
        paid[difficulty] = (paid[difficulty] ?? new Set()).add(auraEarned)
        total += auraEarned
      }
      test.ctx.clock.advance({ days: 1 })
    }
    expect(paid).toEqual({ beginner: new Set([40]), intermediate: new Set([60]), advanced: new Set([90]) })
    expect((await ada.me()).auraPoints).toBe(total)
  })

  it('pays once, however often it is sent and from wherever', async () => {
    const ada = await newcomer(test)
    const lesson = await passQuiz(ada)
    const answers = await Promise.all(Array.from({ length: 12 }, () => claim(ada, lesson.id)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await ada.me()).auraPoints).toBe(100 + lesson.auraReward)
  })

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
    expect(await databaseState(test.ctx.db)).toEqual(before)
    const wrong = await ada.call('POST /api/lessons/:id/quiz', { params, body: { answer: wrongAnswer(lesson) } })
    expect(wrong).toMatchObject({ correct: false, retryAfterMs: 3_000 })
    expect(await send(ada, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect(await ada.me()).toMatchObject({ auraPoints: 100, currentStreak: 0 })
  })

  it('does not accept another user’s right answer', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lesson = await passQuiz(ada)
    expect(await send(bo, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect((await bo.me()).auraPoints).toBe(100)
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
    expect(await claim(ada, lesson.id)).toEqual({ auraEarned: lesson.auraReward, newStreak: 1 })
    expect(await claim(ada, lesson.id)).toEqual({ auraEarned: lesson.auraReward, newStreak: 1 })
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + lesson.auraReward, currentStreak: 1 })
    // 3 March is counted: another lesson of that day adds nothing, and 4 March continues from there.
    expect((await learn(ada, 1)).newStreak).toBe(1)
    test.ctx.clock.advance({ days: 1 })
    expect((await learn(ada)).newStreak).toBe(2)
    expect(await send(bo, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
  })

  it('with a wrong answer allows nothing', async () => {
    const ada = await newcomer(test)
    const lesson = await firstLesson(ada)
    await ada.send('POST', `/api/lessons/${lesson.id}/quiz`, { answer: wrongAnswer(lesson) })
    test.ctx.clock.advance({ days: 1 })
    expect(await send(ada, { lessonId: lesson.id })).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect(await ada.me()).toMatchObject({ auraPoints: 100, currentStreak: 0 })
  })
})

describe('a claim is refused', () => {
  it('without a session', async () => {
    const ada = await newcomer(test)
    const { id } = await passQuiz(ada)
    const before = await databaseState(test.ctx.db)
    expect(await send(new Actor(test), { lessonId: id })).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('for an unknown lesson', async () => {
    const ada = await newcomer(test)
    expect(await send(ada, { lessonId: 'no-such-lesson' })).toMatchObject(refusal(404, 'LESSON_NOT_FOUND'))
  })

  it.each([{}, { lessonId: 7 }, { lessonId: '' }, { lessonId: '../../x' }, { lessonId: 'x'.repeat(81) }, [], 'text'])(
    'for a body like %j',
    async (body) => {
      const ada = await newcomer(test)
      await passQuiz(ada)
      const before = await databaseState(test.ctx.db)
      const reply = await ada.send('POST', '/api/lessons/complete', body, { 'content-type': 'application/json' })
      expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      expect(await databaseState(test.ctx.db)).toEqual(before)
    },
  )

  it('with an oversized tweetUrl', async () => {
    const ada = await newcomer(test)
    const { id } = await passQuiz(ada)
    const reply = await send(ada, { lessonId: id, tweetUrl: 'x'.repeat(501) })
    expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect((await ada.me()).auraPoints).toBe(100)
  })
})

describe('a lesson without a question', () => {
  it('can be claimed once after reading, on its day [learning.no-quiz-claim]', async () => {
    const lessonsDir = mkdtempSync(join(tmpdir(), 'aura-lessons-'))
    const unit = { id: 'reading', title: 'Reading', line: 'Nothing is asked.' }
    writeFileSync(join(lessonsDir, 'units.json'), JSON.stringify([unit]))
    const write = (name: string, difficulty: string) => {
      mkdirSync(join(lessonsDir, name))
      const lesson = { title: 'Only to be read', difficulty, unit: unit.id, keyTakeaways: ['Read.'], sources: [] }
      writeFileSync(join(lessonsDir, name, 'lesson.json'), JSON.stringify(lesson))
      writeFileSync(join(lessonsDir, name, 'content.md'), 'Some text.')
    }
    write('01-to-read', 'beginner')
    write('02-for-later', 'advanced')
    const short = await testApp({ settings: { lessonsDir }, limits: { lessonsPerDay: 1 } })
    rmSync(lessonsDir, { recursive: true })
    const ada = await newcomer(short)
    const lesson = await firstLesson(ada)
    expect(lesson).toMatchObject({ quizQuestion: '', quizOptions: [], completed: false })
    const other = lesson.id === 'to-read' ? 'for-later' : 'to-read'
    expect(await ada.send('POST', `/api/lessons/${lesson.id}/quiz`, { answer: 0 })).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    )
    expect(await send(ada, { lessonId: other })).toMatchObject(refusal(409, 'LESSON_NOT_AVAILABLE'))
    expect(await claim(ada, lesson.id)).toEqual({ auraEarned: lesson.auraReward, newStreak: 1 })
    expect(await claim(ada, lesson.id)).toEqual({ auraEarned: lesson.auraReward, newStreak: 1 })
    expect((await ada.me()).auraPoints).toBe(100 + lesson.auraReward)
    await short.close()
  })
})
