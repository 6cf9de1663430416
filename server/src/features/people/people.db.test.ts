import { randomUUID } from 'node:crypto'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { gift, liveBattle, runAfter } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { hold, issue, release } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { postTransfers, type Transfer } from '../ledger/index.ts'

const test = openForEach(testApp)

const idOf = async (actor: Actor) => (await actor.me()).id
const profile = (viewer: Actor, id: string) => viewer.call('GET /api/users/:id', { params: { id } })
const givePhoto = (id: string, url: string) =>
  test.ctx.db.query('update users set profile_image_url = $2 where id = $1', [id, url])
const post = (...transfers: Transfer[]) => test.ctx.db.tx((tx) => postTransfers(tx, test.ctx.clock, transfers))

it('the price of ETH is the feed’s', async () => {
  const priced = await testApp({ settings: { ethUsdFeed: `0x${'f'.repeat(40)}` } })
  priced.ctx.chain.ethUsd = { price: 2_512.34, toldAt: priced.ctx.clock.now() }
  expect(await (await newcomer(priced)).call('GET /api/eth-price')).toEqual({ usd: 2_512.34 })
  await priced.close()
})

describe('a profile', () => {
  it('shows public fields to everyone signed in, and nothing private', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await learn(ada)
    const me = await ada.me()
    const expected = {
      user: {
        id: me.id,
        username: me.username,
        firstName: null,
        profileImageUrl: null,
        walletAddress: ada.wallet.address,
        twitterUsername: null,
        channels: [],
        auraPoints: me.auraPoints,
        currentStreak: 1,
        totalUsdtEarned: 0,
        totalVouchesReceived: 0,
        createdAt: me.createdAt,
      },
      battleStats: { total: 0, won: 0, lost: 0 },
      about: { bio: '', links: [] },
      vouchStats: { vouchesReceived: 0, totalUsdcReceived: 0, vouchesGiven: 0, totalUsdcGiven: 0 },
      followStats: { followers: 0, following: 0, areFollowersHidden: false },
      trust: { points: 0, supporters: 0, top: [] },
      reputation: { learned: me.auraPoints - 100, won: 0 },
      rating: { battles: 0, shown: null, place: null },
      friendStreaks: [],
    }
    expect(await profile(bo, me.id)).toEqual(expected)
    expect(await profile(ada, me.id)).toEqual(expected)
  })

  it('shows visitors the same without wallet, X handle and first name [profile.visitor]', async () => {
    const ada = await newcomer(test)
    await learn(ada)
    const id = await idOf(ada)
    await test.ctx.db.query("update users set first_name = 'Ada' where id = $1", [id])
    const visitor = new Actor(test)
    const seen = await profile(ada, id)
    expect(seen.user).toMatchObject({ walletAddress: ada.wallet.address, firstName: 'Ada' })
    const hidden = { firstName: null, walletAddress: null, twitterUsername: null, channels: [] }
    expect(await profile(visitor, id)).toEqual({ ...seen, user: { ...seen.user, ...hidden } })
    for (const part of ['aura', 'battles'] as const) {
      const key = `GET /api/users/:id/${part}` as const
      expect(await visitor.call(key, { params: { id } })).toEqual(await ada.call(key, { params: { id } }))
    }
  })

  it('works without a wallet, with no points and with a billion', async () => {
    const viewer = await newcomer(test)
    const [bare, rich] = (await people(test.ctx.db, 2)) as [string, string]
    await post(issue(rich, 1_000_000_000))
    expect((await profile(viewer, bare)).user).toMatchObject({ walletAddress: null, auraPoints: 0, currentStreak: 0 })
    expect((await profile(viewer, rich)).user.auraPoints).toBe(1_000_000_000)
  })

  it('is not found for an unknown id, on every call', async () => {
    const viewer = await newcomer(test)
    for (const part of ['', '/aura', '/battles', '/vouches']) {
      const reply = await viewer.send('GET', `/api/users/${randomUUID()}${part}`)
      expect(reply).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    }
  })

  it('counts battles and lists them with their results', async () => {
    const { ada, bo, cy, id } = await liveBattle(test)
    await givePhoto(bo.id, '/images/bo.webp')
    const list = (of: string) => cy.call('GET /api/users/:id/battles', { params: { id: of } })
    expect(await list(ada.id)).toMatchObject([
      { id, status: 'active', result: null, opponent: { id: bo.id, profileImageUrl: '/images/bo.webp' } },
    ])
    await gift(cy, id, bo.id, 2)
    await runAfter(test, { hours: 4 })
    expect((await profile(cy, ada.id)).battleStats).toEqual({ total: 1, won: 0, lost: 1 })
    expect((await profile(cy, bo.id)).battleStats).toEqual({ total: 1, won: 1, lost: 0 })
    expect((await profile(cy, cy.id)).battleStats).toEqual({ total: 0, won: 0, lost: 0 })
    expect(await list(ada.id)).toMatchObject([
      { id, status: 'completed', result: 'lost', opponent: { id: bo.id }, steeze: 0, opponentSteeze: 2, points: null },
    ])
    expect(await list(bo.id)).toMatchObject([
      { id, result: 'won', opponent: { id: ada.id, profileImageUrl: null }, steeze: 2 },
    ])
    expect(await list(cy.id)).toEqual([])
    await deleteAccount(bo)
    const gone = { username: expect.stringMatching(/^deleted_/), profileImageUrl: null }
    expect(await list(ada.id)).toMatchObject([{ id, opponent: { id: bo.id, ...gone } }])
  })

  it('counts and lists vouches in both directions', async () => {
    const [ada, bo] = [await withUsdc(test), await newcomer(test)]
    const [adaId, boId] = [await idOf(ada), await idOf(bo)]
    await givePhoto(adaId, '/images/ada.webp')
    const hash = test.ctx.chain.vouch(ada.wallet.address, bo.wallet.address, 3 * USDC)
    await ada.call('POST /api/vouch/create', { body: { vouchedUserId: boId, usdcAmount: 3, transactionHash: hash } })
    expect((await profile(ada, boId)).vouchStats).toEqual({
      vouchesReceived: 1,
      totalUsdcReceived: 3,
      vouchesGiven: 0,
      totalUsdcGiven: 0,
    })
    expect((await profile(ada, boId)).user).toMatchObject({ totalUsdtEarned: 3, totalVouchesReceived: 1 })
    expect((await profile(bo, adaId)).vouchStats).toMatchObject({ vouchesGiven: 1, totalUsdcGiven: 3 })
    const list = (id: string, direction: string) =>
      ada.call('GET /api/users/:id/vouches', { params: { id }, query: { direction } })
    expect(await list(boId, 'received')).toMatchObject([
      { transactionHash: hash, other: { id: adaId, profileImageUrl: '/images/ada.webp' }, usdc: 3, auraAwarded: 30 },
    ])
    expect(await list(adaId, 'given')).toMatchObject([
      { transactionHash: hash, other: { id: boId, profileImageUrl: null } },
    ])
    expect([await list(boId, 'given'), await list(adaId, 'received')]).toEqual([[], []])
    expect((await bo.me()).auraPoints).toBe(AUTH_RULES.walletBonusAp + 30)
    await deleteAccount(ada)
    const gone = { username: expect.stringMatching(/^deleted_/), profileImageUrl: null }
    const received = await bo.call('GET /api/users/:id/vouches', { params: { id: boId }, query: {} })
    expect(received).toMatchObject([{ transactionHash: hash, other: { id: adaId, ...gone } }])
  })

  it('shows points by day, summing to the balance', async () => {
    const ada = await newcomer(test)
    const id = await idOf(ada)
    const days = async () => ada.call('GET /api/users/:id/aura', { params: { id } })
    expect(await days()).toEqual([{ day: '2026-03-02', change: 100, total: 100 }])
    const stake = randomUUID()
    await post(hold(id, 60, stake))
    test.ctx.clock.advance({ days: 2 })
    await post(release(id, id, 60, stake), issue(id, 40))
    await post(issue(id, 5))
    const [other] = (await people(test.ctx.db, 1)) as [string]
    test.ctx.clock.set('2026-03-05T23:59:59.999Z')
    const lost = randomUUID()
    await post(hold(id, 145, lost))
    await post(release(id, other, 145, lost, { kind: 'battle_win' }))
    expect(await days()).toEqual([
      { day: '2026-03-02', change: 100, total: 100 },
      { day: '2026-03-04', change: 45, total: 145 },
      { day: '2026-03-05', change: -145, total: 0 },
    ])
    test.ctx.clock.set('2027-03-04T12:00:00Z')
    await ada.signIn()
    await post(issue(id, 1))
    expect(await days()).toEqual([
      { day: '2026-03-04', change: 45, total: 145 },
      { day: '2026-03-05', change: -145, total: 0 },
      { day: '2027-03-04', change: 1, total: 1 },
    ])
  })
})
