import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { gift, liveBattle, runAfter } from '../../../../tests/server/actors/battles.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { hold, issue, post } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForEach(testApp)
const visitor = new Actor(test)

const ranking = () => visitor.call('GET /api/leaderboard')
const stats = () => visitor.call('GET /api/stats')
const idOf = async (actor: Actor) => (await actor.me()).id

const ranked = async (ids: readonly string[]) => (await ranking()).filter(({ id }) => ids.includes(id))

describe('the leaderboard', () => {
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

it('101 users are listed without the last', async () => {
  const ids = await people(test.ctx.db, 101)
  expect((await ranking()).map(({ id }) => id)).toEqual(ids.slice(0, 100))
  await post(test.ctx.db, issue(ids[100] ?? '', 1))
  expect((await ranking()).map(({ id }) => id)).toEqual([ids[100], ...ids.slice(0, 99)])
  expect(await stats()).toEqual({ totalUsers: 101, activeBattles: 0, totalAura: 1, averageAuraPerUser: 0 })
})

it.each(['/api/stats', '/api/leaderboard'])('%s is at most a second old', async (path) => {
  const cached = await testApp({ limits: { publicCacheMs: 1_000 } })
  const get = async () => (await cached.app.inject({ url: path })).json()
  const before = await get()
  await newcomer(cached)
  cached.ctx.clock.advance({ ms: 999 })
  expect(await get()).toEqual(before)
  cached.ctx.clock.advance({ ms: 1 })
  expect(await get()).not.toEqual(before)
  await cached.close()
})

it('battle counts include live and won battles', async () => {
  const { ada, bo, cy, id } = await liveBattle(test)
  const counts = async () => {
    const top = await ranking()
    const won = [ada, bo, cy].map((actor) => top.find((user) => user.id === actor.id)?.totalBattlesWon)
    return [(await stats()).activeBattles, won]
  }
  expect(await counts()).toEqual([1, [0, 0, 0]])
  await gift(cy, id, bo.id, 1)
  await runAfter(test, { hours: 4 })
  expect(await counts()).toEqual([0, [0, 1, 0]])
})
