import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { gift, liveBattle, runAfter } from '../../../../tests/server/actors/battles.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { hold, issue, post } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'

let test: TestApp
let visitor: Actor

function emptyServer(options: Parameters<typeof testApp>[0] = {}): void {
  beforeEach(async () => {
    test = await testApp(options)
    visitor = new Actor(test)
  })
  afterEach(() => test.close())
}

const ranking = () => visitor.call('GET /api/leaderboard')
const stats = () => visitor.call('GET /api/stats')
const idOf = async (actor: Actor) => (await actor.me()).id

const ranked = async (ids: readonly string[]) => (await ranking()).filter(({ id }) => ids.includes(id))

describe('the leaderboard', () => {
  emptyServer()

  it('shows a row’s fields and nothing private', async () => {
    const ada = await newcomer(test)
    const { id, username } = await ada.me()
    const { auraEarned } = await learn(ada)
    expect(await ranked([id])).toEqual([
      {
        id,
        username,
        profileImageUrl: null,
        totalBattlesWon: 0,
        auraPoints: 100 + auraEarned,
        currentStreak: 1,
      },
    ])
  })

  it('ranks by Aura Points, ties by who reached them first [leaderboard.type-all-time]', async () => {
    const actors: Actor[] = []
    for (let index = 0; index < 5; index++) {
      actors.push(await newcomer(test))
      test.ctx.clock.advance({ minutes: 1 })
    }
    const ids = await Promise.all(actors.map(idOf))
    expect((await ranked(ids)).map(({ id }) => id)).toEqual(ids)
    await post(test.ctx.db, issue(ids[3] ?? '', 50))
    await post(test.ctx.db, issue(ids[1] ?? '', 50))
    await post(test.ctx.db, issue(ids[4] ?? '', 51))
    expect((await ranked(ids)).map(({ id }) => id)).toEqual([ids[4], ids[3], ids[1], ids[0], ids[2]])
  })

  it('shows the current streak', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    await learn(bo)
    const [adaId, boId] = [await idOf(ada), await idOf(bo)]
    const streaks = async () =>
      Object.fromEntries((await ranked([adaId, boId])).map((entry) => [entry.id, entry.currentStreak]))
    expect(await streaks()).toEqual({ [adaId]: 1, [boId]: 1 })
    test.ctx.clock.advance({ days: 1 })
    expect(await streaks()).toEqual({ [adaId]: 0, [boId]: 1 })
  })

  it('refuses unknown types [leaderboard.check-type-unknown]', async () => {
    const reply = await visitor.send('GET', '/api/leaderboard?type=daily')
    expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  })
})

describe('the public figures', () => {
  emptyServer()

  it('are zero, with an empty leaderboard, without users', async () => {
    expect(await ranking()).toEqual([])
    expect(await stats()).toEqual({ totalUsers: 0, activeBattles: 0, totalAura: 0, averageAuraPerUser: 0 })
  })

  it('count users and their points, staked or not, and round the average down', async () => {
    const [ada] = [await newcomer(test), await newcomer(test), await newcomer(test)]
    const id = await idOf(ada)
    await post(test.ctx.db, issue(id, 20))
    await post(test.ctx.db, hold(id, 50, randomUUID()))
    expect(await stats()).toEqual({ totalUsers: 3, activeBattles: 0, totalAura: 320, averageAuraPerUser: 106 })
  })
})

describe('101 users', () => {
  emptyServer()

  it('are listed without the last', async () => {
    const ids = await people(test.ctx.db, 101)
    expect((await ranking()).map(({ id }) => id)).toEqual(ids.slice(0, 100))
    await post(test.ctx.db, issue(ids[100] ?? '', 1))
    expect((await ranking()).map(({ id }) => id)).toEqual([ids[100], ...ids.slice(0, 99)])
    expect(await stats()).toEqual({ totalUsers: 101, activeBattles: 0, totalAura: 1, averageAuraPerUser: 0 })
  })
})

describe.each(['/api/stats', '/api/leaderboard'])('%s', (path) => {
  emptyServer({ limits: { publicCacheMs: 1_000 } })

  it('is at most a second old', async () => {
    const get = async () => (await visitor.send('GET', path)).body
    const before = await get()
    await newcomer(test)
    test.ctx.clock.advance({ ms: 999 })
    expect(await get()).toEqual(before)
    test.ctx.clock.advance({ ms: 1 })
    expect(await get()).not.toEqual(before)
  })
})

describe('battle counts', () => {
  emptyServer()

  it('include live and won battles', async () => {
    const { ada, bo, cy, id } = await liveBattle(test)
    const activeBattles = async () => (await new Actor(test).call('GET /api/stats')).activeBattles
    const won = async () => {
      const top = await new Actor(test).call('GET /api/leaderboard')
      return [ada, bo, cy].map((actor) => top.find((user) => user.id === actor.id)?.totalBattlesWon)
    }
    expect([await activeBattles(), await won()]).toEqual([1, [0, 0, 0]])
    await gift(cy, id, bo.id, 1)
    await runAfter(test, { hours: 4 })
    expect([await activeBattles(), await won()]).toEqual([0, [0, 1, 0]])
  })
})
