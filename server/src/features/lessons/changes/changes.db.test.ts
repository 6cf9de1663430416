import { beforeEach, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../../tests/server/actors/learning.ts'
import { answerReview, startReview } from '../../../../../tests/server/actors/reviews.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { publishedLessons } from '../../../../../tests/server/lessons/twelve-lessons.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { findOpenAttempts } from '../pending-store.ts'

/** Two lessons, both changed in February, one of them in January. */
const changedLessons = () =>
  publishedLessons(['what-a-wallet-holds', 'signing-in-with-a-wallet'], {
    change({ sources: [source] }, place) {
      const change = (on: string) => ({
        ...{ on, was: 'It was so for a long time.', now: 'It is another way since then.' },
        ...{ source: source?.url, paragraph: 2 },
      })
      return { changed: [change(`2026-02-1${place}`), ...(place === 0 ? [change('2026-01-05')] : [])] }
    },
  })

const test = openForAll(() => testApp({ settings: { lessonsDir: changedLessons() } }))
beforeEach(() => test.ctx.clock.set('2026-02-20T12:00:00Z'))

const changes = (actor: Actor) => actor.call('GET /api/lessons/changes')
const query = (month: string) => `?for=changes&month=${month}`
const start = (actor: Actor, month: string) => startReview(actor, query(month))

it('the latest month that is over is offered, claimed lessons first, until its questions are answered [learning.changes] [learning.changes-questions] [battles.practice-pending]', async () => {
  const ada = await newcomer(test)
  await learn(ada)
  expect((await changes(ada)).map(({ month, isOffered }) => [month, isOffered])).toEqual([['2026-01', true]])
  test.ctx.clock.set('2026-03-01T12:00:00Z')
  const [february, january] = await changes(ada)
  expect([february?.month, february?.isOffered, january?.isOffered]).toEqual(['2026-02', true, false])
  expect(february?.changes.map(({ isClaimed, on }) => [isClaimed, on])).toEqual([
    [true, '2026-02-10'],
    [false, '2026-02-11'],
  ])
  expect(february?.changes[0]).toMatchObject({
    was: 'It was so for a long time.',
    source: { title: expect.any(String) },
  })

  const before = await ada.me()
  let now = (await start(ada, '2026-02')).body
  expect(now).toMatchObject({ state: 'open', due: 3, auraReward: 0, progress: { questions: 3, rightNeeded: 0 } })
  expect(now.question?.lessonId).toBe(february?.changes[0]?.lessonId)
  expect([...(await findOpenAttempts(test.ctx.db, before.id, '2026-03-01'))]).toHaveLength(3)
  for (let place = 0; now.question; place++) {
    const { body } = await answerReview(ada, now, place > 0, query('2026-02'))
    expect(body.counted).toBeNull()
    now = body.review
  }
  expect(now).toMatchObject({ state: 'done', progress: { rightAnswers: 2, wrongAnswers: 1 } })
  expect(await ada.me()).toEqual(before)
  expect([...(await findOpenAttempts(test.ctx.db, before.id, '2026-03-01'))]).toEqual([])
  expect((await changes(ada)).map(({ isOffered, isRead }) => [isOffered, isRead])).toEqual([
    [false, true],
    [false, false],
  ])
  expect(await start(ada, '2026-02')).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  const cards = await test.ctx.db.query(
    `select 1 from review_cards where user_id = $1 and reviewed_at = '2026-03-01T12:00:00Z'`,
    [before.id],
  )
  expect(cards).toHaveLength(3)
  // The day's review is another one.
  expect(await ada.call('GET /api/review')).toMatchObject({ state: 'ready', auraReward: 10, progress: null })
})

it('asks nobody about lessons they have not claimed, and knows no other month [learning.changes-questions]', async () => {
  const ada = await newcomer(test)
  test.ctx.clock.set('2026-03-01T12:00:00Z')
  expect((await changes(ada)).map(({ isOffered }) => isOffered)).toEqual([false, false])
  const before = await databaseState(test.ctx.db, { except: ['sessions'] })
  for (const month of ['2026-03', '2025-12'])
    expect(await start(ada, month)).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  expect(await ada.send('POST', '/api/review/start?for=changes')).toMatchObject(refusal(409, 'REVIEW_NOT_AVAILABLE'))
  expect(await start(ada, '2026-13')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
  expect((await start(ada, '2026-02')).body).toMatchObject({ state: 'done', question: null })
  expect((await changes(ada)).map(({ isRead }) => isRead)).toEqual([true, false])
})
