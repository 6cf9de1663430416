import type { Placement } from '@aura/api/calls/lessons/path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer, signedUp } from '../../../../tests/server/actors/actors.ts'
import { doDue } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount, linkWithInvite } from '../../../../tests/server/actors/inviting.ts'
import {
  claim,
  dailyLessons,
  learn,
  passReview,
  wrongAnswer,
  wrongResponse,
} from '../../../../tests/server/actors/learning.ts'
import { relate } from '../../../../tests/server/actors/related.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'
import { keyIdOf } from '../../platform/keyed-hash.ts'

const test = openForAll(testAppWithX)
let lastId = 5_000
beforeEach(() => {
  lastId += 1
  test.x.person = { id: String(lastId), username: `Creator_${lastId}`, name: 'A Creator' }
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})

async function learnForDays(actor: Actor) {
  await learn(actor)
  test.ctx.clock.advance({ days: 1 })
  await learn(actor)
  test.ctx.clock.advance({ days: 1 })
  await passReview(actor)
  await actor.call('POST /api/user/time-zone', { body: { timeZone: 'Africa/Lagos' } })
  test.ctx.clock.advance({ days: 1 })
  for (const position of [0, 1, 2]) await learn(actor, position)
  return dailyLessons(actor)
}

const startPlacement = (actor: Actor, unit: string) => actor.send<Placement>('POST', `/api/units/${unit}/placement`)

async function failPlacement(actor: Actor, unit = 'dollars') {
  let { question } = (await startPlacement(actor, unit)).body
  while (question) {
    const body = { lessonId: question.lessonId, questionId: question.id, answer: wrongResponse(question) }
    question = (await actor.call('POST /api/units/:id/placement/answer', { params: { id: unit }, body })).placement
      .question
  }
}

const calendarOf = async (actor: Actor) => {
  const { auraInMonth: _, days, ...figures } = await actor.call('GET /api/streak')
  return { ...figures, days: days.map(({ lessons, ...day }) => ({ ...day, lessons: lessons.length })) }
}

describe('a user who returns', () => {
  it.each(['wallet', 'X account'])(
    'with the same %s has their lessons paid and their day unchanged [settings.delete-pays-nothing-twice]',
    async (way) => {
      const enter = async (actor: Actor, timeZone?: string) => {
        if (way === 'wallet') await actor.signIn(timeZone)
        else await viaX(actor, timeZone === undefined ? {} : { timeZone })
      }
      const ada = new Actor(test)
      await enter(ada)
      const lessons = await learnForDays(ada)
      const [before, calendar] = [await ada.me(), await calendarOf(ada)]
      expect(before.currentStreak).toBe(4)
      await deleteAccount(ada)

      await enter(ada, 'Pacific/Auckland')
      const after = await ada.me()
      expect(after.id).not.toBe(before.id)
      expect(after).toMatchObject({ auraPoints: 0, currentStreak: 4, timeZone: 'Africa/Lagos' })
      expect((await dailyLessons(ada)).map(({ id, completed }) => [id, completed])).toEqual(
        lessons.map(({ id }) => [id, true]),
      )
      for (const { id } of lessons)
        expect(await claim(ada, id)).toEqual({ auraEarned: 0, newStreak: 4, alreadyPaid: true })
      expect(await calendarOf(ada)).toEqual(calendar)
      expect((await ada.me()).auraPoints).toBe(0)
    },
  )

  it('cannot shift their day: the time zone and its waiting period are restored', async () => {
    const ada = await newcomer(test)
    await learnForDays(ada)
    await deleteAccount(ada)
    await ada.signIn('Pacific/Auckland')
    const move = () => ada.send('POST', '/api/user/time-zone', { timeZone: 'Pacific/Auckland' })
    expect(await move()).toMatchObject({ status: 409, body: { code: 'TIME_ZONE_CHANGED_RECENTLY' } })
    test.ctx.clock.advance({ days: 6 })
    expect(await move()).toMatchObject({ status: 200 })
  })

  it('has their unit’s check rest for the rest of the day [learning.placement-rests]', async () => {
    const ada = await newcomer(test)
    await failPlacement(ada)
    for (let round = 0; round < 2; round++) {
      await deleteAccount(ada)
      await ada.signIn('Pacific/Auckland')
      for (const id of ['dollars', 'keys'])
        expect(await startPlacement(ada, id)).toMatchObject(refusal(409, 'PLACEMENT_RESTS'))
    }
    test.ctx.clock.advance({ days: 1 })
    await ada.me()
    expect(await startPlacement(ada, 'dollars')).toMatchObject({
      status: 200,
      body: { state: 'open', wrongAnswers: 0 },
    })
  })

  it('has streak, lessons and solved labs restored after any number of deletions [settings.delete-pays-nothing-twice]', async () => {
    const ada = await newcomer(test)
    await learn(ada)
    const solved = async () =>
      test.ctx.db.query('select lesson_id, done_at from lesson_labs where user_id = $1', [(await ada.me()).id])
    await test.ctx.db.query(`insert into lesson_labs (user_id, lesson_id, done_at) values ($1, 'tip-jar', $2)`, [
      ada.id,
      test.ctx.clock.now(),
    ])
    for (let round = 0; round < 2; round++) {
      const before = await solved()
      await deleteAccount(ada)
      await ada.signIn('Pacific/Auckland')
      expect(await solved()).toEqual(before)
      test.ctx.clock.advance({ days: 1 })
      const [next] = await dailyLessons(ada)
      expect(next?.completed).toBe(false)
      expect((await learn(ada)).newStreak).toBe(round + 2)
    }
    expect((await ada.call('GET /api/streak')).lessonsFinished).toBe(3)
  })
})

it.each(['a new account', 'one that learned today'])(
  '%s that links a deleted account’s identity keeps its own day, and is offered a whole day of other lessons [learning.daily-carried]',
  async (which) => {
    const ada = await newcomer(test)
    await viaX(ada)
    await learnForDays(ada)
    const done = (await ada.call('GET /api/lessons/path')).units.flatMap(({ lessons }) =>
      lessons.flatMap(({ id, state }) => (state === 'done' ? id : [])),
    )
    await deleteAccount(ada)
    test.ctx.clock.advance({ days: 1 })
    const bo = await newcomer(test)
    const [first, ...others] = (await dailyLessons(bo)).map(({ id }) => id)
    expect(done).toEqual(expect.arrayContaining([first, ...others]))
    const hasLearned = which === 'one that learned today'
    if (hasLearned) await learn(bo)
    const { id, auraPoints } = await bo.me()
    await viaX(bo)
    const currentStreak = hasLearned ? 1 : 4
    expect(await bo.me()).toMatchObject({
      id,
      auraPoints,
      currentStreak,
      timeZone: hasLearned ? 'UTC' : 'Africa/Lagos',
    })
    const offered = await dailyLessons(bo)
    expect(offered).toHaveLength(3)
    expect(offered.filter(({ completed }) => completed).map(({ id }) => id)).toEqual(hasLearned ? [first] : [])
    expect(offered.filter(({ id }) => others.includes(id))).toEqual([])
    expect((await learn(bo, 1)).auraEarned).toBeGreaterThan(0)
    test.ctx.clock.advance({ days: 1 })
    expect((await dailyLessons(bo)).filter(({ id }) => done.includes(id))).toEqual([])
    expect((await learn(bo)).newStreak).toBe(hasLearned ? 2 : 6)
    // Nobody returned to what a person with days of their own has linked.
    expect((await (await withWallet(ada.wallet)).me()).currentStreak).toBe(0)
  },
)

it('a day stays as it was offered when an identity brings no lesson of it', async () => {
  const ada = new Actor(test)
  await viaX(ada)
  const [, second] = await dailyLessons(ada)
  await learn(ada)
  await deleteAccount(ada)
  test.ctx.clock.advance({ days: 1 })
  const bo = await newcomer(test)
  await learn(bo)
  const offered = [second?.id ?? '']
  await test.ctx.db.query('update learners set offered_lessons = $2 where user_id = $1', [(await bo.me()).id, offered])
  await viaX(bo)
  expect((await dailyLessons(bo)).map(({ id }) => id)).toEqual(offered)
})

const withWallet = (wallet: Actor['wallet']) => signedUp(test, 'UTC', wallet)

it('days on which another account was paid are no days of this one', async () => {
  const ada = await newcomer(test)
  const first = ada.wallet
  await learnForDays(ada)
  await replaceWallet(ada, new Actor(test).wallet)
  const [again, friend] = [await withWallet(first), await newcomer(test)]
  const [id, friendId] = [(await again.me()).id, (await friend.me()).id]
  await again.call('PUT /api/follows/:id', { params: { id: friendId } })
  await friend.call('PUT /api/follows/:id', { params: { id } })
  await again.call('PUT /api/friend-streaks/:id', { params: { id: friendId } })
  await friend.call('PUT /api/friend-streaks/:id', { params: { id } })
  await learn(friend)
  const read = async () => {
    const { firstDay, days } = await again.call('GET /api/streak')
    const [friendStreak] = (await friend.call('GET /api/friend-streaks')).kept
    return {
      firstDay,
      litDays: days.filter(({ state }) => state !== 'empty').map(({ day }) => day),
      lessons: days.flatMap(({ lessons }) => lessons).length,
      friendDays: friendStreak?.days,
      isLit: friendStreak?.isTheirDayLit,
      feed: (await friend.call('GET /api/feed')).events.map(({ kind, number }) => [kind, number]),
    }
  }
  expect(await again.call('GET /api/streak')).toMatchObject({ lessonsFinished: 5 })
  expect(await read()).toEqual({ firstDay: null, litDays: [], lessons: 0, friendDays: 0, isLit: false, feed: [] })
  const weekOf = async () => {
    test.ctx.clock.set('2026-03-09T12:00:00Z')
    const { recap } = await again.call('GET /api/recap')
    test.ctx.clock.set('2026-03-05T12:00:00Z')
    const lit = recap?.days.filter(({ state }) => state === 'lit').map(({ day }) => day)
    return { lit, figures: recap?.figures.map(({ number, words }) => `${number} ${words}`), best: recap?.best?.title }
  }
  expect(await weekOf()).toEqual({ lit: [], figures: [], best: undefined })
  const today = '2026-03-06'
  test.ctx.clock.set(`${today}T12:00:00Z`)
  for (const actor of [friend, again]) await learn(actor)
  const lit = { firstDay: today, litDays: [today], lessons: 1, friendDays: 1, isLit: true, feed: [['day_lit', 1]] }
  expect(await read()).toEqual(lit)
  expect(await weekOf()).toEqual({
    lit: [today],
    figures: ['1 day lit', '1 lesson'],
    best: 'First line lit',
  })
})

it('a wallet that was replaced is not paid again, in whichever account [settings.delete-pays-nothing-twice]', async () => {
  const offered = async (actor: Actor) => {
    const lessons = await dailyLessons(actor)
    return lessons.filter(({ completed }) => !completed).map(({ id }) => id)
  }
  const ada = await newcomer(test)
  const first = ada.wallet
  await learnForDays(ada)
  const paid = await test.ctx.db.query<{ id: string }>(
    'select lesson_id as id from lesson_completions where user_id = $1 and aura_earned > 0 and not is_review',
    [(await ada.me()).id],
  )
  const done = paid.map(({ id }) => id)
  expect(done).toHaveLength(5)
  await replaceWallet(ada, new Actor(test).wallet)
  test.ctx.clock.advance({ days: 1 })

  const again = await withWallet(first)
  expect(await again.me()).toMatchObject({ auraPoints: 0, currentStreak: 0 })
  const [next = '', ...others] = await offered(again)
  expect(done).not.toContain(next)
  expect(done.filter((id) => others.includes(id))).toEqual([])
  expect(await learn(again)).toMatchObject({ newStreak: 1 })
  await deleteAccount(again)
  await deleteAccount(ada)

  for (const wallet of [first, ada.wallet]) {
    const back = await withWallet(wallet)
    expect(await offered(back)).not.toContain(next)
    expect((await offered(back)).filter((id) => done.includes(id))).toEqual([])
  }
})

it('an attempt at a check forgets nothing that another account with the wallet left behind', async () => {
  const ada = await newcomer(test)
  const first = ada.wallet
  await replaceWallet(ada, new Actor(test).wallet)
  const again = await withWallet(first)
  const [lesson] = await dailyLessons(again)
  await learn(again)
  await deleteAccount(again)
  const [tried] = await dailyLessons(ada)
  if (!tried) throw new Error('the day has no lesson')
  const body = { answer: wrongAnswer(tried) }
  await ada.call('POST /api/lessons/:id/quiz', { params: { id: tried.id }, body })
  await deleteAccount(ada)
  const back = await withWallet(first)
  expect(await back.call('GET /api/lessons/:id/status', { params: { id: lesson?.id ?? '' } })).toMatchObject({
    completed: true,
  })
})

it('brings back no league weeks from before they joined', async () => {
  const ada = await newcomer(test)
  for (let week = 0; week < 3; week++) {
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    await passReview(ada)
    test.ctx.clock.advance({ days: 6 })
    await ada.signIn()
  }
  await deleteAccount(ada)
  const bo = new Actor(test)
  await viaX(bo)
  await bo.call('PUT /api/leagues/me')
  Object.assign(bo, { wallet: ada.wallet })
  expect(await linkWithInvite(bo)).toMatchObject({ status: 200 })
  expect(await bo.call('GET /api/streak')).toMatchObject({ lessonsFinished: 3 })
  await doDue(test.ctx)
  const { id } = await bo.me()
  const entries = () => test.ctx.db.query('select week from league_entries where user_id = $1', [id])
  expect(await entries()).toEqual([])
  expect((await bo.call('GET /api/notifications')).map(({ type }) => type)).toEqual(['security'])
  await learn(bo)
  expect(await entries()).toHaveLength(1)
})

it('two accounts that each continue a part of a deleted one are related [related.predecessor]', async () => {
  const ada = new Actor(test)
  await ada.signIn()
  await viaX(ada)
  await learn(ada)
  await deleteAccount(ada)
  await ada.signIn()
  const bo = new Actor(test)
  await viaX(bo)
  const cy = await newcomer(test)
  await learn(cy)
  await relate(test)
  const [adaId, boId, cyId] = [(await ada.me()).id, (await bo.me()).id, (await cy.me()).id]
  // The clock stands still, so other accounts of this file learned and left at the same times.
  const related = await test.ctx.db.query<{ ids: string[] }>(
    `select array[a_id, b_id]::text[] as ids from related_pairs
     where is_related and a_id = any($1::uuid[]) and b_id = any($1::uuid[])`,
    [[adaId, boId, cyId]],
  )
  expect(related).toEqual([{ ids: [adaId, boId].sort() }])
})

it('with a new hash key, both keys find their hashes; without the old key, bonuses are paid again', async () => {
  const { hashKey } = test.ctx.settings
  const rotate = (next: string, previous: string[]) =>
    Object.assign(test.ctx.settings, { hashKey: next, previousHashKeys: previous })
  const NEXT = 'the next key, which only this test knows and no other'
  try {
    const old = await newcomer(test)
    await learn(old)
    await deleteAccount(old)
    rotate(NEXT, [hashKey])
    const young = await newcomer(test)
    expect((await young.me()).auraPoints).toBe(100)
    await learn(young)
    await deleteAccount(young)
    for (const actor of [old, young]) {
      expect((await actor.signIn()).bonusAwarded).toBe(false)
      expect(await actor.me()).toMatchObject({ auraPoints: 0, currentStreak: 1 })
      await deleteAccount(actor)
    }
    const ids = await test.ctx.db.query<{ keyId: string }>(
      'select distinct key_id as "keyId" from wallet_bonuses where key_id is not null',
    )
    expect(ids.map(({ keyId }) => keyId).sort()).toEqual([hashKey, NEXT].map((key) => keyIdOf(key)).sort())
    // This is why the database refuses to start without it.
    rotate(hashKey, [])
    const lost = await newcomer(test)
    await deleteAccount(lost)
    rotate(NEXT, [])
    expect((await lost.signIn()).bonusAwarded).toBe(true)
  } finally {
    rotate(hashKey, [])
  }
})

it('what is stored of a deleted account has its number, but no name, wallet or X account', async () => {
  const ada = await newcomer(test)
  await learn(ada)
  const { id, username } = await ada.me()
  await viaX(ada)
  await deleteAccount(ada)
  const rows = JSON.stringify(
    await test.ctx.db.query(
      `select k::text as row from kept_learning k where k.user_id = $1
       union all select i::text from account_identities i where i.user_id = $1`,
      [id],
    ),
  )
  expect(rows).toContain(id)
  for (const name of [username, ada.wallet.address.toLowerCase().slice(2), 'Creator_']) expect(rows).not.toContain(name)
  // Matched as a word, because its few digits may occur within a hash.
  expect(rows).not.toMatch(new RegExp(`\\b${test.x.person.id}\\b`))
})

/** Columns that decide a day. Add a new one to lessons/kept-learning-store.ts and here. */
const KEPT = {
  learners: `day_floor excused_days last_day rest_counted_on rest_days rest_progress streak_days time_zone
    time_zone_changed_at`,
  lesson_completions: 'broke_on completed_at day is_review lesson_id rest_days_after rested_days streak_after',
  lesson_labs: 'done_at lesson_id',
  lesson_quizzes: 'attempt_day last_wrong_at lesson_id passed_at right_answers wrong_answers',
  placements: 'day finished_at questions right_questions started_at unit_id wrong_questions',
  review_cards: `difficulty due_at known_at lapses lesson_id question_id reps reviewed_at scheduled_days stability
    state`,
  time_zone_changes: 'changed_at day_after day_before from_zone to_zone',
}
const NOT_KEPT = {
  // The same completions lead to the same lessons.
  learners: 'offered_lessons offered_on',
  // Points stay with the deleted account, and a user who returns hasn't learned the lesson again.
  lesson_completions: 'aura_earned difficulty',
  // First answers count once in the lessons' figures.
  review_cards: 'first_response first_right',
}

it('every column that decides a day is stored, or listed as not stored', async () => {
  const columns = await test.ctx.db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and column_name <> 'user_id'`,
    [Object.keys(KEPT)],
  )
  const known = [KEPT, NOT_KEPT].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, names]) => names.split(/\s+/).map((name) => `${table}.${name}`)),
  )
  expect(columns.map(({ name }) => name).sort()).toEqual(known.sort())
})
