import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { creator, doDue, runAt } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { claim, learn, passQuiz, passReview, passUnit } from '../../../../tests/server/actors/learning.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { auditLeagues } from './audit-leagues.ts'
import { closingsDue } from './close-leagues.ts'

let test: TestApp
beforeEach(async () => {
  test = await testApp()
})
afterEach(async () => {
  const { broken } = await auditLeagues(test.ctx.db)
  await test.close()
  expect(broken).toEqual([])
})

const { points } = LEAGUE_RULES
/** The moment at which the grace after a week's end is over. */
const NEXT_MONDAY = '2026-03-09T00:01:00Z'
/** The moment at which people of the first hour are seated. */
const DRAWN = '2026-03-09T01:00:00Z'

const join = (actor: Actor) => actor.call('PUT /api/leagues/me')
const leave = (actor: Actor) => actor.call('DELETE /api/leagues/me')
const leagueOf = (actor: Actor) => actor.call('GET /api/leagues/me')

async function member() {
  const actor = await creator(test)
  await join(actor)
  return actor
}

async function learner(position = 0) {
  const actor = await member()
  await learn(actor, position)
  test.ctx.clock.advance({ minutes: 1 })
  return actor
}

const namesIn = async (actor: Actor) =>
  (await leagueOf(actor)).league?.rows.map(({ person, points: each }) => [person?.id ?? null, each])

it('is joined and left at will, and shows nobody to anyone else', async () => {
  const [ada, bo] = [await creator(test), await learner()]
  expect(await leagueOf(ada)).toEqual({
    isMember: false,
    level: 1,
    endsAt: '2026-03-09T00:00:00.000Z',
    serverTime: '2026-03-02T12:01:00.000Z',
    hasLearned: false,
    league: null,
    lastWeek: null,
  })
  await learn(ada)
  await doDue(test.ctx)
  expect(await namesIn(bo)).toEqual([[bo.id, points.beginner]])
  await join(ada)
  await join(ada)
  await doDue(test.ctx)
  const rows = [
    [bo.id, points.beginner],
    [ada.id, points.beginner],
  ]
  expect(await namesIn(ada)).toEqual(rows)
  await leave(ada)
  await leave(ada)
  expect(await leagueOf(ada)).toMatchObject({ isMember: false, hasLearned: false, league: null })
  expect(await namesIn(bo)).toEqual([[bo.id, points.beginner]])
  await join(ada)
  expect(await namesIn(ada)).toEqual(rows)
})

it('ranks by what was learned, whoever got there first, and never by AP [leagues.points] [leagues.ties]', async () => {
  const [ada, bo, cy] = [await learner(), await learner(), await learner(2)]
  await doDue(test.ctx)
  expect(await namesIn(ada)).toEqual([
    [cy.id, points.advanced],
    [ada.id, points.beginner],
    [bo.id, points.beginner],
  ])
  await claim(bo, (await passQuiz(bo, 1)).id)
  expect((await namesIn(bo))?.[0]).toEqual([bo.id, points.beginner + points.intermediate])
  const before = await bo.me()
  await doDue(test.ctx)
  expect((await bo.me()).auraPoints).toBe(before.auraPoints)
})

it('counts a question once, when it is known, and a review [leagues.known]', async () => {
  const ada = await member()
  for (let position = 0; position < 3; position++) await claim(ada, (await passQuiz(ada, position)).id)
  const lessons = points.beginner + points.intermediate + points.advanced
  await doDue(test.ctx)
  expect(await namesIn(ada)).toEqual([[ada.id, lessons]])
  let reviews = 0
  for (const day of [3, 4, 5, 6, 7, 8]) {
    test.ctx.clock.set(`2026-03-0${day}T12:00:00Z`)
    if ((await ada.call('GET /api/review')).state !== 'ready') continue
    await passReview(ada)
    reviews++
  }
  const [known] = await test.ctx.db.query<{ count: number }>(
    'select count(*)::int as count from review_cards where user_id = $1 and known_at is not null',
    [ada.id],
  )
  expect(known?.count).toBeGreaterThan(0)
  expect(await namesIn(ada)).toEqual([[ada.id, lessons + reviews * points.review + (known?.count ?? 0) * points.card]])
})

it('gives nothing for lessons of a unit that was passed at once [leagues.placements]', async () => {
  const ada = await member()
  await passUnit(ada, 'dollars')
  expect((await ada.me()).currentStreak).toBe(1)
  expect(await leagueOf(ada)).toMatchObject({ hasLearned: false })
  await learn(ada)
  await doDue(test.ctx)
  expect(await namesIn(ada)).toEqual([[ada.id, points.beginner]])
})

it('closes a week once: places, levels and one message, and the next week starts where it ended [leagues.closes] [leagues.told]', async () => {
  const [ada, bo] = [await learner(2), await learner()]
  await doDue(test.ctx)
  test.ctx.clock.set('2026-03-09T00:00:30Z')
  await learn(ada)
  await doDue(test.ctx)
  expect(await leagueOf(ada)).toMatchObject({ hasLearned: true, league: null, lastWeek: null })
  await runAt(test, NEXT_MONDAY)
  expect(await leagueOf(ada)).toMatchObject({ hasLearned: true, league: null, lastWeek: { place: 1 } })
  await runAt(test, DRAWN)
  await doDue(test.ctx)
  expect(await leagueOf(ada)).toMatchObject({
    level: 2,
    hasLearned: true,
    league: { rows: [{ isMe: true, points: points.beginner }], up: 0, down: 0 },
    lastWeek: { level: 1, place: 1, people: 2, moved: 1 },
  })
  expect(await leagueOf(bo)).toMatchObject({
    level: 1,
    hasLearned: false,
    league: null,
    lastWeek: { level: 1, place: 2, people: 2, moved: 0 },
  })
  const told = async (actor: Actor) =>
    (await actor.call('GET /api/notifications')).flatMap(({ type, title, message, path }) =>
      type === 'league_result' ? [[title, message, path]] : [],
    )
  expect(await told(ada)).toEqual([
    ['Place 1 of 2 in the Spark league', 'You move up to Ember. A new week has begun.', '/league'],
  ])
  expect(await told(bo)).toEqual([
    ['Place 2 of 2 in the Spark league', 'You stay in Spark. A new week has begun.', '/league'],
  ])
})

it('counts the people of a closed league also once the first has deleted the account [leagues.told]', async () => {
  const [ada, bo] = [await learner(2), await learner()]
  await doDue(test.ctx)
  test.ctx.clock.set(NEXT_MONDAY)
  const closing = closingsDue(test.ctx)
  while (await closing.runBatch());
  await deleteAccount(ada)
  await doDue(test.ctx)
  expect(await leagueOf(bo)).toMatchObject({ lastWeek: { level: 1, place: 2, people: 2, moved: 0 } })
  expect((await bo.call('GET /api/notifications')).map(({ title }) => title)).toContain(
    'Place 2 of 2 in the Spark league',
  )
})

it('keeps the level of people who learned last week until that week is closed [leagues.away]', async () => {
  const ada = await learner(2)
  await learner()
  await doDue(test.ctx)
  await runAt(test, NEXT_MONDAY)
  await learn(ada)
  await runAt(test, DRAWN)
  test.ctx.clock.set('2026-03-16T00:00:30Z')
  expect(await leagueOf(ada)).toMatchObject({ level: 2, lastWeek: null })
  await learn(ada)
  expect(await leagueOf(ada)).toMatchObject({ level: 2, hasLearned: true, league: null, lastWeek: null })
  await runAt(test, '2026-03-16T00:01:00Z')
  expect(await leagueOf(ada)).toMatchObject({ level: 2, lastWeek: { level: 2, place: 1, moved: 0 } })
})

it('takes nobody’s place for leaving: who returns the same week sits where they sat, and a week they left has no result [leagues.left]', async () => {
  const [ada, bo] = [await learner(2), await learner()]
  await doDue(test.ctx)
  await leave(ada)
  await learn(ada)
  await runAt(test, NEXT_MONDAY)
  expect(await leagueOf(ada)).toMatchObject({ isMember: false, level: 1, lastWeek: null })
  expect(await leagueOf(bo)).toMatchObject({ level: 1, lastWeek: { place: 1, people: 1, moved: 0 } })
})

it('names nobody whom the viewer blocked, and tells the blocked person nothing [leagues.blocked]', async () => {
  const [ada, bo] = [await learner(), await learner()]
  await doDue(test.ctx)
  await ada.call('PUT /api/blocks/:id', { params: { id: bo.id } })
  expect(await namesIn(ada)).toEqual([
    [ada.id, points.beginner],
    [null, points.beginner],
  ])
  expect(await namesIn(bo)).toEqual([
    [ada.id, points.beginner],
    [bo.id, points.beginner],
  ])
})

it('has no deleted accounts [leagues.deleted]', async () => {
  const [ada, bo] = [await learner(), await learner()]
  await doDue(test.ctx)
  await deleteAccount(ada)
  expect(await namesIn(bo)).toEqual([[bo.id, points.beginner]])
  expect(await test.ctx.db.query('select 1 from league_members where user_id = $1', [ada.id])).toEqual([])
})

it('weighs what is learned as people are told', async () => {
  for (const [what, weight] of Object.entries(points))
    expect(await test.ctx.db.query('select league_points($1) as points', [what])).toEqual([{ points: weight }])
  const [row] = await test.ctx.db.query<{ at: Date; week: number }>(
    `select league_week_start(league_week('2026-03-08T23:59:59.999Z')) as at,
            league_week('2026-03-09T00:00:00Z') - league_week('2026-03-08T23:59:59.999Z') as week`,
  )
  expect(row).toEqual({ at: new Date('2026-03-02T00:00:00Z'), week: 1 })
})

it('finds points that differ from what was learned, and places that differ from the points [leagues.audit]', async () => {
  const ada = await learner(2)
  await learner()
  await doDue(test.ctx)
  await runAt(test, NEXT_MONDAY)
  const change = (text: string) => test.ctx.db.query(text, [ada.id])
  await change('update league_entries set points = points + 1 where user_id = $1')
  expect((await auditLeagues(test.ctx.db)).broken).toMatchObject([{ promise: 'league points match what was learned' }])
  await change('update league_entries set points = points - 1, place = 3 where user_id = $1')
  expect((await auditLeagues(test.ctx.db)).broken).toMatchObject([
    { promise: 'places in leagues follow from the points', subject: expect.stringContaining(ada.id) },
  ])
  await change('update league_entries set place = 1 where user_id = $1')
})
