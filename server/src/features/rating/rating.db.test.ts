import { RATING_RULES } from '@aura/api/rules/rating'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import {
  apOf,
  creator,
  doDue,
  grantAp,
  liveBattle,
  readBattle,
  runAt,
} from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import {
  lobby,
  openRound,
  pass,
  playRound,
  playRounds,
  readRounds,
  ready,
} from '../../../../tests/server/actors/rounds.ts'
import { openForAll, openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { voidBattle } from '../battles/index.ts'
import { auditRatings } from './audit-ratings.ts'
import { afterBattle, lowerEnd, SCORES, START, shownRating } from './rating.rules.ts'

type Person = Actor & { id: string }

const ratingOf = async (test: TestApp, { id }: { id: string }) =>
  (await new Actor(test).call('GET /api/users/:id', { params: { id } })).rating
const changeOf = (test: TestApp, id: string) => new Actor(test).call('GET /api/battles/:id/rating', { params: { id } })
const changesIn = (test: TestApp, id: string) =>
  test.ctx.db.query<{ userId: string; rating: number; deviation: number; score: number }>(
    'select user_id as "userId", rating, deviation, score from rating_changes where battle_id = $1 order by score desc',
    [id],
  )

describe('a battle of rounds', () => {
  const test = openForEach(testApp)
  let ada: Person
  let bo: Person
  beforeEach(async () => {
    ;[ada, bo] = [await creator(test), await creator(test)]
  })

  it('changes both ratings once, when it is settled, and neither Trust nor AP [battles.rating]', async () => {
    const before = await Promise.all([ada, bo].map((who) => apOf(who)))
    const id = await playRounds(test, [ada, bo], bo)
    await doDue(test.ctx)
    const [won, lost] = [afterBattle(START, START, SCORES.won), afterBattle(START, START, SCORES.lost)]
    expect(await changesIn(test, id)).toEqual([
      { userId: bo.id, rating: won.rating, deviation: won.deviation, score: SCORES.won },
      { userId: ada.id, rating: lost.rating, deviation: lost.deviation, score: SCORES.lost },
    ])
    expect(await changeOf(test, id)).toEqual({
      state: 'rated',
      challenger: { battles: 1, before: null, after: null },
      opponent: { battles: 1, before: null, after: null },
    })
    expect(await ratingOf(test, bo)).toEqual({ battles: 1, shown: null, place: null })
    const profile = await new Actor(test).call('GET /api/users/:id', { params: { id: bo.id } })
    expect(profile.trust.points).toBe(0)
    // The stake of 1 AP is all that moved.
    expect((await Promise.all([ada, bo].map((who) => apOf(who)))).map(({ total }) => total)).toEqual([
      (before[0]?.total ?? 0) - 1,
      (before[1]?.total ?? 0) + 1,
    ])
  })

  it('that is a draw after three rounds of sudden death returns the stakes, and is rated as one [battles.rounds-draw]', async () => {
    const before = await apOf(ada)
    const id = await playRounds(test, [ada, bo], null)
    const { status, winnerId } = await readBattle(ada, id)
    expect([status, winnerId, (await readRounds(ada, id)).results.length]).toEqual(['completed', null, 6])
    expect([await apOf(ada), await apOf(bo)]).toEqual([before, before])
    expect((await changesIn(test, id)).map(({ score, rating }) => [score, rating])).toEqual(
      Array(2).fill([SCORES.draw, START.rating]),
    )
  })

  it('counts once a year for the same two people, also in accounts they return with [battles.rating-again]', async () => {
    await playRounds(test, [ada, bo], ada)
    const again = await playRounds(test, [bo, ada], ada)
    expect(await changeOf(test, again)).toEqual({ state: 'again', challenger: null, opponent: null })
    expect((await ratingOf(test, ada)).battles).toBe(1)

    await bo.signIn()
    await deleteAccount(bo)
    await bo.signIn()
    const back = Object.assign(bo, { id: (await bo.me()).id })
    await grantAp(test.ctx, back.id, 10)
    const third = await playRounds(test, [ada, back], ada)
    expect((await changeOf(test, third)).state).toBe('again')
    expect(await ratingOf(test, back)).toEqual({ battles: 0, shown: null, place: null })

    test.ctx.clock.advance({ days: RATING_RULES.againDays })
    for (const who of [ada, back]) await who.signIn()
    const later = await playRounds(test, [ada, back], ada)
    expect((await changeOf(test, later)).state).toBe('rated')
    expect((await ratingOf(test, ada)).battles).toBe(2)
  })

  it('that was settled before there were ratings says nothing of an earlier one, also once the two are rated [battles.rating-again]', async () => {
    const early = await playRounds(test, [ada, bo], ada)
    for (const table of ['rating_changes', 'ratings']) await test.ctx.db.query(`delete from ${table}`)
    expect(await changeOf(test, early)).toEqual({ state: 'unrated', challenger: null, opponent: null })
    test.ctx.clock.advance({ minutes: 1 })
    const rated = await playRounds(test, [bo, ada], ada)
    const again = await playRounds(test, [ada, bo], ada)
    const states = await Promise.all([early, rated, again].map((id) => changeOf(test, id)))
    expect(states.map(({ state }) => state)).toEqual(['unrated', 'rated', 'again'])
  })

  it('knows the earlier one of the two also if that was rated first with a later time [battles.rating-again]', async () => {
    await playRounds(test, [ada, bo], ada)
    const again = await playRounds(test, [bo, ada], ada)
    const stateAfter = async (ms: number) => {
      await test.ctx.db.query(
        `update rating_changes set at = (select ends_at from battles where id = $1) + $2 * interval '1 millisecond'`,
        [again, ms],
      )
      return (await changeOf(test, again)).state
    }
    expect([await stateAfter(8_000), await stateAfter(8_001)]).toEqual(['again', 'unrated'])
  })

  it('of accounts that are found to be related before its end isn’t rated', async () => {
    const played = await openRound(test)
    await relatePair(test, played.ada.id, played.bo.id)
    for (let nr = 0; nr < 2; nr++) await playRound(test, played, { ada: true, bo: false })
    expect(await changeOf(test, played.id)).toEqual({ state: 'unplayed', challenger: null, opponent: null })
    expect(await test.ctx.db.query('select from rating_changes')).toEqual([])
  })

  it('that nobody played isn’t rated: walkover, absence, called off, gifts [battles.rating-unplayed]', async () => {
    const walkover = await lobby(test)
    await ready(walkover.bo, walkover.id)
    await pass(test, ROUND_RULES.lobbySeconds * 1_000)
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const absence = await lobby(test)
    await pass(test, ROUND_RULES.lobbySeconds * 1_000)
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const off = await openRound(test)
    expect((await changeOf(test, off.id)).state).toBe('open')
    await voidBattle(test.ctx, { battleId: off.id, reason: 'A test', adminId: null })
    for (const { id } of [walkover, absence, off])
      expect(await changeOf(test, id)).toEqual({ state: 'unplayed', challenger: null, opponent: null })
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const gifts = await liveBattle(test)
    await runAt(test, '2026-03-02T20:00:00Z')
    expect(await ada.send('GET', `/api/battles/${gifts.id}/rating`)).toMatchObject(refusal(409, 'BATTLE_NOT_ROUNDS'))
    expect(await test.ctx.db.query('select from ratings')).toEqual([])
  })
})

describe('the board of ratings', () => {
  const test = openForAll(testApp)
  const people: Person[] = []
  const person = (nr: number) => people[nr] as Person
  const ranking = async () => {
    test.ctx.clock.advance({ minutes: 1 })
    return new Actor(test).call('GET /api/rating/ranking')
  }
  beforeAll(async () => {
    // Everybody plays everybody, and the earlier one wins, so the last pair decides who has five battles.
    for (let nr = 0; nr <= RATING_RULES.battles; nr++) people.push(await creator(test))
    for (let one = 0; one < people.length; one++) {
      for (let other = one + 1; other < people.length; other++) {
        if (one === people.length - 2) expect(await ranking()).toHaveLength(people.length - 2)
        await playRounds(test, [person(one), person(other)], person(one))
      }
    }
  })

  it('has everyone with enough battles, by the rating less twice its uncertainty [battles.rating-board]', async () => {
    const rows = await ranking()
    expect(rows.map(({ rank, person }) => [rank, person.id])).toEqual(people.map(({ id }, nr) => [nr + 1, id]))
    const [first] = await test.ctx.db.query<{ rating: number; deviation: number }>(
      'select rating, deviation from ratings where user_id = $1',
      [person(0).id],
    )
    expect(rows[0]).toMatchObject(shownRating(first ?? START, RATING_RULES.battles) ?? {})
    const unsure = { rating: START.rating + 30_000, deviation: START.deviation }
    expect(lowerEnd(unsure)).toBeLessThan(lowerEnd({ rating: START.rating, deviation: 10_000 }))
  })

  it('is hidden from everybody before five battles, and has an exact place after them [battles.rating-shown]', async () => {
    const [fresh, other] = [await creator(test), await creator(test)]
    await playRounds(test, [fresh, other], fresh)
    expect(await ratingOf(test, fresh)).toEqual({ battles: 1, shown: null, place: null })
    for (const [nr, { id }] of people.entries())
      expect(await ratingOf(test, { id })).toMatchObject({ place: nr + 1, shown: { points: expect.any(Number) } })
  })

  it('tells what a battle changed, the first rating too [battles.rating-change]', async () => {
    const [{ id } = { id: '' }] = await test.ctx.db.query<{ id: string }>(
      'select battle_id as id from rating_changes where user_id = $1 and number = $2',
      [person(5).id, RATING_RULES.battles],
    )
    const { opponent } = await changeOf(test, id)
    expect(opponent).toMatchObject({
      battles: RATING_RULES.battles,
      before: null,
      after: { points: expect.any(Number) },
    })
  })

  it('ranks the earlier of two equals higher, and the surer of two alike [battles.rating-board]', async () => {
    const before = await test.ctx.db.query('select * from ratings where user_id = $1', [person(4).id])
    await test.ctx.db.query(
      `update ratings r set rating = o.rating, deviation = o.deviation, rated_at = o.rated_at - interval '1 second'
       from ratings o where o.user_id = $1 and r.user_id = $2`,
      [person(1).id, person(4).id],
    )
    expect((await ranking()).slice(1, 3).map(({ person }) => person.id)).toEqual([person(4).id, person(1).id])
    expect([(await ratingOf(test, person(4))).place, (await ratingOf(test, person(1))).place]).toEqual([2, 3])
    const found = (await auditRatings(test.ctx.db)).broken
    expect(found).toMatchObject([{ subject: person(4).id, promise: 'ratings follow from their changes' }])
    // A better rating that is less certain doesn't lead.
    await test.ctx.db.query('update ratings set rating = rating + 10000, deviation = $2 where user_id = $1', [
      person(4).id,
      START.deviation,
    ])
    const { shown, place } = await ratingOf(test, person(4))
    const [best] = await ranking()
    expect(best?.person.id).toBe(person(0).id)
    expect(shown?.points).toBeGreaterThan(best?.points ?? 0)
    expect(place).toBeGreaterThan(2)
    const { rating, deviation, rated_at } = before[0] as Record<string, string>
    await test.ctx.db.query('update ratings set rating = $2, deviation = $3, rated_at = $4 where user_id = $1', [
      person(4).id,
      rating ?? '',
      deviation ?? '',
      rated_at ?? '',
    ])
  })

  it('is audited by playing every battle again [battles.rating-audit]', async () => {
    const broken = async () => (await auditRatings(test.ctx.db, { maxRows: 64 })).broken.map(({ detail }) => detail)
    expect(await broken()).toEqual([])
    const changed = async (set: string, back: string) => {
      const where = `where user_id = '${person(2).id}' and number = 2`
      await test.ctx.db.query(`update rating_changes set ${set} ${where}`)
      const found = await broken()
      await test.ctx.db.query(`update rating_changes set ${back} ${where}`)
      return found
    }
    expect(await changed('rating = rating + 1', 'rating = rating - 1')).toMatchObject([
      expect.stringMatching(/led to/),
      expect.stringMatching(/began with/),
    ])
    expect(await changed('score = 2 - score', 'score = 2 - score')).toEqual([expect.stringMatching(/counted as/)])
    await test.ctx.db.query('delete from ratings where user_id = $1', [person(2).id])
    expect(await broken()).toEqual(['has changes and no rating'])
    await test.ctx.db.query(
      `insert into ratings select user_id, rating, deviation, volatility, number, at from rating_changes
       where user_id = $1 order by number desc limit 1`,
      [person(2).id],
    )
    expect(await broken()).toEqual([])
  })

  it('lets go of who deletes their account, and of who played no rated battle for a year [battles.rating-deleted]', async () => {
    const last = await creator(test)
    const played: string[] = []
    for (let nr = 0; nr < RATING_RULES.battles; nr++) {
      const other = await creator(test)
      played.push(await playRounds(test, [other, last], last))
    }
    expect((await ranking()).map(({ person }) => person.id)).toContain(last.id)
    const download = (await last.call('GET /api/user/export')).data
    expect(download).toMatchObject({ rating: [{ rated: 5 }], rating_changes: expect.any(Array) })
    await last.signIn()
    await deleteAccount(last)
    expect((await ranking()).map(({ person }) => person.id)).toEqual(people.map(({ id }) => id))
    // The ratings of their opponents stay as they are, and are still proven.
    expect((await auditRatings(test.ctx.db)).broken).toEqual([])
    expect(await changeOf(test, played[0] ?? '')).toMatchObject({ state: 'rated', opponent: null })
    const age = (days: number) =>
      test.ctx.db.query(`update ratings set rated_at = rated_at - $1 * interval '1 day'`, [days])
    await age(RATING_RULES.boardDays)
    expect(await ranking()).toEqual([])
    expect(await ratingOf(test, person(0))).toMatchObject({ shown: { points: expect.any(Number) }, place: null })
    await age(-RATING_RULES.boardDays)
  })
})
