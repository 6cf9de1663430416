import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { labRun, learn, reviewLabRun as runOf } from '../../../../../tests/server/actors/learning.ts'
import { answerReview } from '../../../../../tests/server/actors/reviews.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { publishedLessons } from '../../../../../tests/server/lessons/twelve-lessons.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { unhurriedLimits } from '../../../../../tests/server/test-settings.ts'

/** Two lessons: one to read, and one whose lab is a transfer. */
const lessons = ['what-a-wallet-holds', 'first-transfer']
const settings = { lessonsDir: publishedLessons(lessons, { withLab: lessons, change: () => ({}) }) }
const test = openForAll(() => testApp({ settings }))
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const review = (actor: Actor): Promise<Review> => actor.call('GET /api/review')
const start = (actor: Actor) => actor.call('POST /api/review/start', { body: undefined })
const handIn = (actor: Actor, transcript: string, headers: Record<string, string> = {}) =>
  actor.send<Answer<'POST /api/review/lab'>>('POST', '/api/review/lab', { transcript }, headers)
const postpone = (actor: Actor) => actor.send<Review>('POST', '/api/review/lab/postpone')
const state = () => databaseState(test.ctx.db, { except: ['sessions'] })

const answer = async (actor: Actor, now: Review, isRight = true): Promise<Review> =>
  (await answerReview(actor, now, isRight)).body.review

/** Starts the review and answers its four questions, `wrong` of them wrongly. Returns it at its lab. */
async function toLab(actor: Actor, wrong = 0): Promise<Review> {
  let now = await start(actor)
  for (let place = 0; now.question; place++) now = await answer(actor, now, place >= wrong)
  return now
}

/** Lets days pass during which the actor comes by, so that the session lives on. */
async function pass(actor: Actor, days: number, { ctx } = test): Promise<void> {
  ctx.clock.advance({ days: Math.floor(days / 2) })
  await actor.me()
  ctx.clock.advance({ days: Math.ceil(days / 2) })
}

/** Returns who claimed both lessons 30 days ago. */
async function learner(days = 30, on: TestApp = test): Promise<Actor> {
  const ada = await newcomer(on)
  for (const position of [0, 1]) await learn(ada, position)
  await pass(ada, days, on)
  return ada
}

const cardOf = async (actor: Actor) => {
  const [card] = await test.ctx.db.query<{ due_at: Date; lapses: number; reps: number; first_right: boolean | null }>(
    `select due_at, lapses, reps, first_right from review_cards where user_id = $1 and question_id = 'lab'`,
    [(await actor.me()).id],
  )
  return card
}
const daysFromNow = (at: Date | undefined) =>
  Math.round(((at?.getTime() ?? Number.NaN) - test.ctx.clock.now().getTime()) / 86_400_000)

describe('the lab of a claimed lesson', () => {
  it('comes back in a review 30 days after its claim, as the last of five [learning.lab-review]', async () => {
    const ada = await learner(29)
    expect(await review(ada)).toMatchObject({ state: 'ready', due: 5, lab: null })
    test.ctx.clock.advance({ days: 1 })
    const lab = { lessonId: 'first-transfer', run: null }
    expect(await review(ada)).toMatchObject({ state: 'ready', due: 5, lab, progress: null })
    expect(await start(ada)).toMatchObject({ state: 'open', progress: { questions: 5, rightNeeded: 4 }, lab })
    const open = await toLab(ada)
    expect(open).toMatchObject({ state: 'open', due: 1, question: null, progress: { rightAnswers: 4 } })
    expect(open.lab?.run).toMatchObject({ kind: 'transfer', parameters: { level: 1 } })
    expect(await cardOf(ada)).toBeUndefined()
  })

  it('is a review’s right answer: it counts the day, pays once, and comes back later [learning.lab-review]', async () => {
    const ada = await learner()
    const { auraPoints } = await ada.me()
    const transcript = await runOf(await toLab(ada, 1))
    const replies = await Promise.all(
      [1, 2, 3].map((tab) => handIn(ada, transcript, { 'idempotency-key': `lab-tab-${tab}` })),
    )
    const paid = replies.filter(({ status }) => status === 200)
    expect(paid.map(({ body }) => body)).toMatchObject([
      {
        solved: true,
        trap: null,
        outcome: 'passed',
        counted: { auraEarned: 10 },
        review: { state: 'done', lab: null },
      },
    ])
    for (const late of replies.filter((each) => !paid.includes(each))) expect(late.status).toBe(409)
    expect((await ada.me()).auraPoints).toBe(auraPoints + 10)
    const card = await cardOf(ada)
    expect(card).toMatchObject({ lapses: 0, first_right: null })
    expect(daysFromNow(card?.due_at)).toBeGreaterThan(7)
    expect(await handIn(ada, transcript)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  })

  it('that fails says what went wrong and is due tomorrow, when its numbers are others [learning.lab-review-failed] [learning.lab-review-seed]', async () => {
    const ada = await learner()
    const open = await toLab(ada)
    const failed = await handIn(ada, await runOf(open, 'to the contract'))
    expect(failed.body).toMatchObject({ solved: false, trap: expect.stringContaining('contract'), outcome: 'passed' })
    expect(await cardOf(ada)).toMatchObject({ lapses: 1 })
    test.ctx.clock.advance({ days: 1 })
    const next = await toLab(ada)
    expect(next.lab?.run?.seed).not.toBe(open.lab?.run?.seed)
    expect(await handIn(ada, await runOf(open))).toMatchObject({
      ...refusal(422, 'LAB_REFUSED'),
      body: { data: { reason: 'other-seed' } },
    })
    const lesson = await ada.call('GET /api/lessons/:id/lab', { params: { id: 'first-transfer' } })
    expect(await handIn(ada, await labRun(lesson))).toMatchObject(refusal(422, 'LAB_REFUSED'))
    expect((await handIn(ada, await runOf(next))).body).toMatchObject({ solved: true })
  })

  it('that fails with two wrong answers fails the review, whose repetition has no lab [learning.lab-review-failed]', async () => {
    const ada = await learner()
    const failed = await handIn(ada, await runOf(await toLab(ada, 1), 'to the contract'))
    expect(failed.body).toMatchObject({ outcome: 'failed', counted: null, review: { state: 'ready', lab: null } })
    expect(await toLab(ada)).toMatchObject({ state: 'done', lab: null })
  })

  it('is not judged before it is finished, out of turn, or without a review [learning.lab-review]', async () => {
    const ada = await learner()
    expect(await handIn(ada, '')).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
    await start(ada)
    expect(await handIn(ada, '')).toMatchObject(refusal(409, 'QUESTION_CHANGED'))
    const open = await toLab(ada)
    const before = await state()
    expect(await handIn(ada, await runOf(open, 'waiting only'))).toMatchObject(refusal(422, 'LAB_REFUSED'))
    expect(await ada.send('POST', '/api/review/answer', { questionId: 'lab', answer: 0 })).toMatchObject(
      refusal(409, 'QUESTION_CHANGED'),
    )
    expect(await state()).toEqual(before)
    test.ctx.clock.advance({ days: 1 })
    expect(await handIn(ada, await runOf(open))).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  })
})

it('a lab that is put off makes room for a question, and comes back in a week [learning.lab-postponed]', async () => {
  const ada = await learner()
  await toLab(ada, 1)
  const { body } = await postpone(ada)
  expect(body).toMatchObject({
    state: 'open',
    due: 1,
    lab: null,
    question: {},
    progress: { questions: 5, rightNeeded: 4 },
  })
  expect(daysFromNow((await cardOf(ada))?.due_at)).toBe(7)
  const before = await state()
  expect((await postpone(ada)).body.question?.id).toBe(body.question?.id)
  expect(await state()).toEqual(before)
  expect(await answer(ada, body)).toMatchObject({ state: 'done', progress: { rightAnswers: 4, wrongAnswers: 1 } })
  test.ctx.clock.advance({ days: 6 })
  expect((await review(ada)).lab).toBeNull()
  test.ctx.clock.advance({ days: 1 })
  expect((await review(ada)).lab).not.toBeNull()
})

it('a lab whose check is too busy leaves review and card as they are [learning.lab-review-busy]', async () => {
  const slow = await testApp({ settings, limits: { lab: { ...unhurriedLimits.lab, processorMs: 0 } } })
  slow.ctx.clock.set('2026-03-02T12:00:00Z')
  const ada = await learner(30, slow)
  const open = await toLab(ada)
  const kept = () => databaseState(slow.ctx.db, { except: ['sessions', 'idempotent_answers'] })
  const before = await kept()
  const transcript = await runOf(open)
  for (const _ of [1, 2])
    expect(await handIn(ada, transcript, { 'idempotency-key': 'lab-busy-1' })).toMatchObject(refusal(503, 'LAB_BUSY'))
  expect(await kept()).toEqual(before)
  await slow.close()
})
