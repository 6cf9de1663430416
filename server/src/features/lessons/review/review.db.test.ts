import type { Review } from '@aura/api/calls/lessons/review'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn, passQuiz, passReview, rightResponse } from '../../../../../tests/server/actors/learning.ts'
import {
  answerReview as answer,
  answerWholeReview as answerAll,
  startReview as start,
} from '../../../../../tests/server/actors/reviews.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { loadCatalogue } from '../catalogue.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const review = (actor: Actor): Promise<Review> => actor.call('GET /api/review')
const state = () => databaseState(test.ctx.db, { except: ['sessions'] })

/** Returns two users who each learned three lessons a week ago. */
async function learners(): Promise<[Actor, Actor]> {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  for (const actor of [ada, bo]) for (const position of [0, 1, 2]) await learn(actor, position)
  test.ctx.clock.advance({ days: 7 })
  return [ada, bo]
}

const learner = async () => (await learners())[0]

describe('a review', () => {
  it('asks five questions; four right ones count the day and pay 10 AP [learning.review-counts]', async () => {
    const [ada, bo] = await learners()
    const [before, bystander] = [await ada.me(), await bo.me()]
    expect(await review(ada)).toMatchObject({ state: 'ready', auraReward: 10, progress: null, question: null })
    const { body } = await start(ada)
    expect(body).toMatchObject({
      state: 'open',
      progress: { questions: 5, rightAnswers: 0, wrongAnswers: 0, rightNeeded: 4 },
    })
    const done = await answerAll(ada, (place) => place !== 2)
    expect(done).toMatchObject({
      outcome: 'passed',
      counted: { auraEarned: 10, newStreak: 1 },
      review: { state: 'done', auraReward: 0, question: null, progress: { rightAnswers: 4, wrongAnswers: 1 } },
    })
    expect(await ada.me()).toMatchObject({ auraPoints: before.auraPoints + 10, currentStreak: 1 })
    expect(await bo.me()).toEqual(bystander)
    expect((await review(bo)).state).toBe('ready')
    const { days } = await ada.call('GET /api/streak')
    expect(days.find(({ day }) => day === '2026-03-09')?.lessons).toMatchObject([
      { title: 'Daily review', review: true, auraEarned: 10 },
    ])
  })

  it('with two wrong answers counts nothing, and may be tried again with other questions [learning.review-again]', async () => {
    const ada = await learner()
    const first = (await start(ada)).body.question?.text
    const failed = await answerAll(ada, (place) => place > 1)
    expect(failed).toMatchObject({ outcome: 'failed', counted: null, review: { state: 'ready' } })
    expect(await ada.me()).toMatchObject({ currentStreak: 0 })
    const again = (await start(ada)).body
    expect(again).toMatchObject({ state: 'open', progress: { rightAnswers: 0, wrongAnswers: 0 } })
    expect(again.question?.text).not.toBe(first)
    expect(await passReview(ada)).toEqual({ auraEarned: 10, newStreak: 1 })
  })

  it('that failed draws questions that are not due yet, and offers none once all were asked [learning.review-again]', async () => {
    const ada = await newcomer(test)
    expect(await review(ada)).toMatchObject({ state: 'none', knownPercent: null, due: 0 })
    await learn(ada)
    expect(await review(ada)).toMatchObject({ state: 'none', knownPercent: 100, due: 0 })
    // Two of the lesson's four questions are due on its second day, and the other two fill the review.
    test.ctx.clock.advance({ days: 1 })
    const failed = await answerAll(ada, (place) => place > 0)
    expect(failed).toMatchObject({
      outcome: 'failed',
      review: { state: 'none', due: 0, progress: { questions: 4, rightAnswers: 3, wrongAnswers: 1 } },
    })
    expect(await start(ada)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  })

  it('pays once a day, and adds nothing to a day that counts already [learning.review-once]', async () => {
    const ada = await learner()
    expect((await learn(ada)).newStreak).toBe(1)
    expect(await passReview(ada)).toEqual({ auraEarned: 10, newStreak: 1 })
    const before = await state()
    expect(await start(ada)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
    expect(await state()).toEqual(before)
    expect((await review(ada)).state).toBe('done')
  })

  it('is there every day once no lesson is left, though nothing is due', async () => {
    const ada = await newcomer(test)
    await learn(ada)
    expect(await review(ada)).toMatchObject({ state: 'none', due: 0 })
    // Questions of lessons claimed today that were never asked are due tomorrow.
    await test.ctx.db.query(
      `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
       select user_id, other, day, completed_at, false, 0, streak_after
       from lesson_completions, unnest($2::text[]) as other where user_id = $1
       on conflict do nothing`,
      [(await ada.me()).id, [...(await loadCatalogue(test.ctx.settings.lessonsDir)).keys()]],
    )
    expect(await review(ada)).toMatchObject({ state: 'ready', due: 0 })
    expect(await start(ada)).toMatchObject({ status: 200, body: { state: 'open' } })
  })

  it('shows five of many due questions, everywhere, and asks those first that were answered wrong [learning.review-debt]', async () => {
    const ada = await learner()
    const { id } = await ada.me()
    await test.ctx.db.query(
      `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
       select $1, unnest($2::text[]), '2026-03-02', '2026-03-02T12:00:00Z', false, 0, 1 on conflict do nothing`,
      [id, [...(await loadCatalogue(test.ctx.settings.lessonsDir)).keys()]],
    )
    const dueOnPath = async () => {
      const { units } = await ada.call('GET /api/lessons/path')
      const sum = (all: readonly { due: number }[]) => all.reduce((total, { due }) => total + due, 0)
      return [sum(units), sum(units.flatMap(({ lessons }) => lessons))]
    }
    expect([(await review(ada)).due, ...(await dueOnPath())]).toEqual([5, 5, 5])
    const { body } = await start(ada)
    await answer(ada, body, false)
    expect([(await review(ada)).due, ...(await dueOnPath())]).toEqual([4, 4, 4])
    test.ctx.clock.advance({ days: 1 })
    expect((await start(ada)).body.question?.id).toBe(body.question?.id)
    expect(await passReview(ada)).toMatchObject({ newStreak: 1 })
    expect([(await review(ada)).due, ...(await dueOnPath())]).toEqual([0, 0, 0])
  })

  it('begun yesterday is over, which is said: today has another [learning.answer-after-midnight]', async () => {
    const ada = await learner()
    const { body } = await start(ada)
    test.ctx.clock.advance({ days: 1 })
    expect(await answer(ada, body)).toMatchObject({
      ...refusal(409, 'REVIEW_NOT_AVAILABLE'),
      body: { message: 'No review is open today. A review ends at midnight.' },
    })
    expect(await passReview(ada)).toMatchObject({ newStreak: 1 })
  })

  it('started twice is one review; an answer from another tab counts for nothing', async () => {
    const ada = await learner()
    const [one, two] = await Promise.all([start(ada), start(ada)])
    expect(one.body.question).toEqual(two.body.question)
    await answer(ada, one.body)
    const before = await review(ada)
    expect(await answer(ada, two.body, false)).toMatchObject(refusal(409, 'QUESTION_CHANGED'))
    expect((await review(ada)).progress).toEqual(before.progress)
  })

  it('judges an answer to another lesson’s question of the same name by none', async () => {
    const ada = await learner()
    const { question } = (await start(ada)).body
    if (!question) throw new Error('the review asks nothing')
    const before = await review(ada)
    const { id: questionId, lessonId } = question
    const send = (of: string) =>
      ada.send('POST', '/api/review/answer', { lessonId: of, questionId, answer: rightResponse(question) })
    expect(await send('another-lesson')).toMatchObject(refusal(409, 'QUESTION_CHANGED'))
    expect((await review(ada)).progress).toEqual(before.progress)
    expect(await send(lessonId)).toMatchObject({ status: 200, body: { correct: true } })
  })

  it('tells no answer before it was given', async () => {
    const ada = await learner()
    const text = JSON.stringify([await review(ada), (await start(ada)).body])
    expect(text).not.toMatch(/explanation|"holds"|"answer":|mistake/)
  })
})

describe('is refused', () => {
  it('an answer that the question cannot have, or without an open review', async () => {
    const ada = await learner()
    const { body } = await start(ada)
    const before = await state()
    const impossible = { questionId: body.question?.id, answer: [11, 11] }
    expect(await ada.send('POST', '/api/review/answer', impossible)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await state()).toEqual(before)
    const bo = await newcomer(test)
    await passQuiz(bo)
    expect(await answer(bo, body)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  })
})
