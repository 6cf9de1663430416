import { randomUUID } from 'node:crypto'
import { callUrl } from '@aura/api/contract/call-url'
import { firstRankingPage, laterRankingPage } from '@aura/api/ranking-pages'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { give, hold, issue, release } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { openStream } from '../../../../tests/server/live-stream.ts'
import { openForAll, openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { postTransfers, type Transfer } from '../ledger/index.ts'
import { followingDue } from './follow-ranks.ts'
import { leaderboardLive } from './live.ts'

const test = openForEach(testApp)

/** Returns people with 1,000 points, 2,000 and so on. */
async function gathered(count = 14): Promise<string[]> {
  const crowd = await people(test.ctx.db, count)
  await post(...crowd.map((id, index) => issue(id, 1_000 * (index + 1), { kind: 'wallet_bonus' })))
  return crowd
}

const post = (...transfers: Transfer[]) => test.ctx.db.tx((tx) => postTransfers(tx, test.ctx.clock, transfers))
const position = (actor: Actor, type = 'all-time') => actor.call('GET /api/leaderboard/me', { query: { type } })
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)

describe('a position', () => {
  it('includes five neighbours above and below [leaderboard.neighbours]', async () => {
    const crowd = await gathered()
    const ada = await newcomer(test)
    const { id, username } = await ada.me()
    await post(issue(id, 6_450, { kind: 'wallet_bonus' }))
    const mine = await position(ada)
    expect(mine).toMatchObject({ rank: 9, auraPoints: 6_550, currentStreak: 0, total: 15 })
    expect(idsOf(mine.above)).toEqual([11, 10, 9, 8, 7, 6].slice(1).map((index) => crowd[index]))
    expect(mine.above.map(({ rank }) => rank)).toEqual([4, 5, 6, 7, 8])
    expect(idsOf(mine.below)).toEqual([5, 4, 3, 2, 1].map((index) => crowd[index]))
    expect(mine.below.map(({ rank }) => rank)).toEqual([10, 11, 12, 13, 14])
    await post(issue(id, 1_000_000_000, { kind: 'wallet_bonus' }))
    const first = await position(ada)
    expect(first).toMatchObject({ rank: 1, auraPoints: 1_000_006_550, above: [] })
    expect(first.below[0]).toEqual({
      id: crowd[13],
      rank: 2,
      username: expect.stringMatching(/^p_/),
      profileImageUrl: null,
      totalBattlesWon: 0,
      auraPoints: 14_000,
      currentStreak: 0,
    })
    expect((await ada.call('GET /api/leaderboard'))[0]).toMatchObject({ id, username })
  })

  it('is last without points in a period, and first as the only one with points [leaderboard.text-your-position]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const [adaId, boId] = [(await ada.me()).id, (await bo.me()).id]
    for (const type of ['weekly', 'monthly']) {
      expect(await position(ada, type)).toEqual({
        rank: 1,
        auraPoints: 0,
        currentStreak: 0,
        total: 0,
        above: [],
        below: [],
      })
    }
    const { auraEarned } = await learn(ada)
    expect(await position(ada, 'weekly')).toMatchObject({ rank: 1, auraPoints: auraEarned, currentStreak: 1, total: 1 })
    expect(await position(bo, 'weekly')).toMatchObject({
      rank: 2,
      auraPoints: 0,
      total: 1,
      above: [{ id: adaId, rank: 1 }],
    })
    const stake = randomUUID()
    await post(hold(adaId, 100, stake, { kind: 'battle_stake' }))
    await post(release(adaId, boId, 100, stake, { kind: 'battle_win' }))
    expect((await position(ada, 'weekly')).auraPoints).toBe(auraEarned)
    expect(await position(bo, 'weekly')).toMatchObject({ rank: 1, auraPoints: 100, below: [{ id: adaId, rank: 2 }] })
    expect(await ada.call('GET /api/leaderboard', { query: { type: 'weekly' } })).toMatchObject([
      { id: boId, auraPoints: 100 },
      { id: adaId, auraPoints: auraEarned },
    ])
  })
})

it('pages cover everyone, even while users move between them [leaderboard.pages]', async () => {
  const crowd = await gathered()
  const ada = await newcomer(test)
  const page = (after?: string) =>
    ada.call('GET /api/leaderboard/page', { query: { limit: '4', ...(after ? { after } : {}) } })
  const first = await page()
  expect(first.entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 4])
  const [top, ...others] = first.entries
  // The first user drops to the end of the page, where numbered pages would repeat its last row and skip one.
  const second = await page(first.next ?? '')
  expect(second.entries.map(({ rank }) => rank)).toEqual([5, 6, 7, 8])
  const last = others[2] as (typeof others)[number]
  const next = second.entries[0] as (typeof others)[number]
  await post(give(next.id, top?.id ?? '', next.auraPoints - 1))
  const again = await page(first.next ?? '')
  expect(idsOf(again.entries).slice(0, 3)).toEqual(idsOf(second.entries).slice(1))
  expect(again.entries[0]?.rank).toBe(5)
  expect(idsOf(again.entries)).not.toContain(last.id)
  const seen: string[] = []
  for (let at: string | null | undefined; at !== null; ) {
    const { entries, next: following, total } = await page(at)
    expect(entries).not.toEqual([])
    seen.push(...idsOf(entries))
    expect(total).toBeGreaterThanOrEqual(seen.length)
    at = following
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(crowd))
})

describe('a leaderboard viewer', () => {
  it('sees a ranking change live [leaderboard.live]', async () => {
    const type = 'weekly'
    const ada = await newcomer(test)
    const stream = await openStream(test, new Actor(test), `leaderboard:${type}`)
    const first = (await stream.next()).state as Record<string, unknown>
    expect(first).toMatchObject({ '/api/stats': await ada.call('GET /api/stats') })
    await learn(ada)
    const figures = await ada.call('GET /api/stats')
    let state = first
    while ((state['/api/stats'] as typeof figures).totalAura !== figures.totalAura) {
      state = (await stream.next()).state as Record<string, unknown>
    }
    const query = firstRankingPage(type)
    expect(state).toMatchObject({
      '/api/stats': figures,
      [callUrl('GET /api/leaderboard/page', { query })]: await ada.call('GET /api/leaderboard/page', {
        query: { type, limit: String(query.limit) },
      }),
    })
    const later = callUrl('GET /api/leaderboard/page', { query: laterRankingPage(type) })
    for (const marker of ['/api/leaderboard/me*', `${later}*`]) {
      expect(state[marker]).not.toEqual(first[marker])
    }
    stream.close()
  })

  it('asks for their position again in a new week, though nothing moved', async () => {
    const { clock } = test.ctx
    const now = clock.now()
    const markerAt = async (moment: string) => {
      clock.set(moment)
      const state = await leaderboardLive(test.ctx).read('weekly')
      return state?.find(({ address }) => address === '/api/leaderboard/me*')?.value
    }
    const saturday = await markerAt('2026-03-07T12:00:00Z')
    expect(await markerAt('2026-03-08T23:59:59Z')).toEqual(saturday)
    expect(await markerAt('2026-03-09T00:00:00Z')).not.toEqual(saturday)
    clock.set(now)
  })

  it('receives nothing for an unknown ranking', async () => {
    const stream = await openStream(test, new Actor(test), 'leaderboard:daily')
    expect((await stream.next()).state).toBeNull()
    stream.close()
  })
})

describe('while the job counts in time', () => {
  const slow = openForAll(() => testApp({ limits: { ranksLagMs: 3_600_000 } }))

  it('own points are in every answer at once, of others what was counted', async () => {
    const [ada, bo] = [await newcomer(slow), await newcomer(slow)]
    await followingDue(slow.ctx).runBatch()
    const pointsOf = async (id: string, actor: Actor) => {
      const { entries } = await actor.call('GET /api/leaderboard/page', { query: { type: 'weekly', limit: '10' } })
      return entries.find((entry) => entry.id === id)?.auraPoints
    }
    const { auraEarned } = await learn(ada)
    // Bo hasn't moved, so no transfers are counted for him.
    expect(await position(bo, 'weekly')).toMatchObject({ rank: 1, auraPoints: 0, total: 0 })
    expect(await pointsOf(ada.id, bo)).toBe(undefined)
    expect(await pointsOf(ada.id, ada)).toBe(auraEarned)
    expect(await position(ada, 'weekly')).toMatchObject({ rank: 1, auraPoints: auraEarned, total: 1 })
  })
})
