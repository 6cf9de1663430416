import type { Review } from '@aura/api/calls/lessons/review'
import { beforeEach, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../../tests/server/actors/learning.ts'
import { replaceWallet } from '../../../../../tests/server/actors/replacing.ts'
import { answerReview, answerWholeReview, startReview } from '../../../../../tests/server/actors/reviews.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { dayFromNumber, dayNumber, lockLearner, recordCompletions } from '../../streak/index.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-17T12:00:00Z'))

const FOR_STREAK = '?for=streak'
const offer = (actor: Actor): Promise<Review> => actor.call('GET /api/review', { query: { for: 'streak' } })
const start = (actor: Actor) => startReview(actor, FOR_STREAK)
const answer = (actor: Actor, review: Review, isRight = true) => answerReview(actor, review, isRight, FOR_STREAK)
const answerAll = (actor: Actor, isRight: (place: number) => boolean) => answerWholeReview(actor, isRight, FOR_STREAK)
const calendar = (actor: Actor) => actor.call('GET /api/streak', { query: {} })

/** Returns somebody who missed yesterday after a streak of 20 days, and learned six lessons in it. */
async function broken(): Promise<Actor> {
  const ada = await newcomer(test)
  const { id: userId } = await ada.me()
  const lessons = (await ada.call('GET /api/lessons/catalogue')).slice(0, 6).map(({ id }) => id)
  for (let back = 21; back > 1; back--) {
    const today = dayFromNumber(dayNumber('2026-03-17') - back)
    await test.ctx.db.tx(async (tx) => {
      const learner = await lockLearner(tx, userId)
      const now = { userId, learner, at: new Date(`${today}T12:00:00Z`), today, isFullDay: false }
      const lessonId = lessons[21 - back] ?? `gone-${back}`
      await recordCompletions(tx, now, [{ lessonId, auraEarned: 0, difficulty: 'beginner' }])
    })
  }
  return ada
}

it('twelve of fifteen win a streak back, which goes on today and pays nothing [learning.streak-won-back]', async () => {
  const ada = await broken()
  const { auraPoints } = await ada.me()
  const winBack = { days: 20, until: '2026-03-23', daysAfter: 21 }
  expect(await calendar(ada)).toMatchObject({ currentStreak: 0, ended: { days: 20, on: '2026-03-16' }, winBack })
  expect(await offer(ada)).toMatchObject({ state: 'ready', due: 15, winsBack: winBack, auraReward: 0 })
  // A lesson in between begins a new streak, which joins the old one.
  expect((await learn(ada)).newStreak).toBe(1)
  const before = await ada.me()
  test.ctx.clock.advance({ ms: 1_000 })
  const done = await answerAll(ada, (place) => place > 2)
  expect(done).toMatchObject({
    asked: 15,
    outcome: 'passed',
    counted: { auraEarned: 0, newStreak: 21 },
    review: { state: 'done', winsBack: null, progress: { rightAnswers: 12, wrongAnswers: 3 } },
  })
  expect(await ada.me()).toMatchObject({ auraPoints: before.auraPoints, currentStreak: 21 })
  expect(before.auraPoints).toBeGreaterThan(auraPoints)
  const after = await calendar(ada)
  expect(after).toMatchObject({ currentStreak: 21, longestStreak: 21, ended: null, winBack: null })
  const states = (on: string) => after.days.find(({ day }) => day === on)?.state
  expect(['2026-03-15', '2026-03-16', '2026-03-17'].map(states)).toEqual(['streak', 'won-back', 'streak'])
  const lessons = after.days.find(({ day }) => day === '2026-03-17')?.lessons
  expect(lessons?.map(({ review, wonBack }) => [review, wonBack])).toEqual([
    [false, false],
    [true, true],
  ])
  test.ctx.clock.advance({ days: 1 })
  expect((await learn(ada)).newStreak).toBe(22)
  const [league] = await test.ctx.db.query(
    "select 1 from learning_moments where user_id = $1 and what = 'review' and at < '2026-03-18'",
    [(await ada.me()).id],
  )
  expect(league).toBeUndefined()
})

it('a try is kept until midnight, ends once it can’t pass, and comes once a day [learning.win-back-try]', async () => {
  const ada = await broken()
  const first = (await start(ada)).body
  await answer(ada, first, false)
  expect(await offer(ada)).toMatchObject({ state: 'open', due: 14, progress: { wrongAnswers: 1 } })
  expect((await start(ada)).body.progress).toMatchObject({ wrongAnswers: 1 })
  test.ctx.clock.set('2026-03-18T00:00:01Z')
  expect(await answer(ada, first)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))

  const failed = await answerAll(ada, (place) => place > 3)
  expect(failed).toMatchObject({
    asked: 4,
    outcome: 'failed',
    counted: null,
    review: { state: 'none', question: null },
  })
  expect(await start(ada)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  // The daily review is another one.
  expect((await ada.call('GET /api/review', { query: {} })).state).toBe('ready')
  test.ctx.clock.set('2026-03-23T12:00:00Z')
  expect((await offer(ada)).state).toBe('ready')
  test.ctx.clock.set('2026-03-24T00:00:01Z')
  expect(await offer(ada)).toMatchObject({ state: 'none', winsBack: null })
  expect(await start(ada)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  expect(await ada.me()).toMatchObject({ currentStreak: 0 })
})

it.each(['still there', 'deleted'])(
  'an account links the wallet of one, %s, that won back a streak which broke on the same day',
  async (state) => {
    const [ada, bo] = [await broken(), await broken()]
    await answerAll(ada, () => true)
    test.ctx.clock.advance({ days: 1 })
    await answerAll(bo, () => true)
    const { wallet } = ada
    if (state === 'deleted') await deleteAccount(ada)
    else await replaceWallet(ada, new Actor(test).wallet)
    await replaceWallet(bo, wallet)
    expect(await bo.me()).toMatchObject({ currentStreak: 21, walletAddress: wallet.address })
    const brokeOn = await test.ctx.db.query(
      'select broke_on as day from lesson_completions where user_id = $1 and broke_on is not null',
      [(await bo.me()).id],
    )
    expect(brokeOn).toEqual([{ day: '2026-03-16' }])
  },
)

it('a streak begun on the day on which another account of theirs won one back is still their own', async () => {
  const [ada, bo] = [await broken(), await newcomer(test)]
  await answerAll(ada, () => true)
  await learn(bo)
  const { wallet } = ada
  await replaceWallet(ada, new Actor(test).wallet)
  await replaceWallet(bo, wallet)
  expect((await calendar(bo)).days.find(({ day }) => day === '2026-03-17')).toMatchObject({ state: 'streak' })
})

it('two tabs win a streak back once, and so does an account that comes back [learning.win-back-once]', async () => {
  const ada = await broken()
  let now = (await start(ada)).body
  for (let place = 0; place < 14; place++) now = (await answer(ada, now)).body.review
  const both = await Promise.all([answer(ada, now), answer(ada, now)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await ada.me()).toMatchObject({ currentStreak: 21 })
  const { id } = await ada.me()
  const again = test.ctx.db.query(
    `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after, broke_on)
     values ($1, 'streak-won-back', '2026-03-18', '2026-03-18T12:00:00Z', true, 0, 22, '2026-03-16')`,
    [id],
  )
  await expect(again).rejects.toThrow(/won_back_once/)

  await deleteAccount(ada)
  await ada.signIn()
  expect(await ada.me()).toMatchObject({ currentStreak: 21 })
  // Another streak of the same length breaks.
  const { id: back } = await ada.me()
  await test.ctx.db.query("update learners set streak_days = 40, last_day = '2026-04-10' where user_id = $1", [back])
  await test.ctx.db.query(
    `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
     values ($1, 'later', '2026-04-10', '2026-04-10T12:00:00Z', false, 0, 40)`,
    [back],
  )
  test.ctx.clock.set('2026-04-12T12:00:00Z')
  await ada.signIn()
  expect(await offer(ada)).toMatchObject({ state: 'none', winsBack: null })
  await test.ctx.db.query('update lesson_completions set broke_on = null where user_id = $1', [back])
  expect(await offer(ada)).toMatchObject({ winsBack: { days: 40 } })
})
