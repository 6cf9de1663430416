import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  challenge,
  creator,
  form,
  gift,
  giver,
  runAt,
  STARTS_AT,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { follow as followChain, USDC, withUsdc } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

type Person = Actor & { id: string }

const test = openForAll(testApp)
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
})

const set = (who: Actor, challengers: string) => who.send('PUT', '/api/battles/settings', { challengers })
const challenged = (who: Actor, id: string, changes = {}) =>
  who.send('POST', '/api/battles', form(id, { stakeAmount: 10, ...changes }))
const terms = (who: Actor, id: string) => who.call('GET /api/users/:id/challenge-terms', { params: { id } })
/** Replaces the limit, since all servers of the process share the former object. */
const limitPairTo = (ap: number) => {
  test.ctx.limits.pairAp = { ...test.ctx.limits.pairAp, ap }
}
const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers'] })

describe('whose challenges somebody takes', () => {
  it('is everybody’s until they say so, and said before one sends one [battles.challengers]', async () => {
    expect(await ada.call('GET /api/battles/settings')).toEqual({ challengers: 'everybody' })
    for (const [challengers, code] of [
      ['nobody', 'BATTLE_CHALLENGES_OFF'],
      ['known', 'BATTLE_CHALLENGERS_KNOWN'],
    ] as const) {
      expect(await set(ada, challengers)).toMatchObject({ status: 200, body: { challengers } })
      expect(await ada.call('GET /api/battles/settings')).toEqual({ challengers })
      expect((await terms(bo, ada.id)).refusal).toBe(code)
      const before = await state()
      expect(await challenged(bo, ada.id)).toMatchObject(refusal(409, code))
      expect(await state()).toEqual(before)
    }
    expect((await terms(ada, bo.id)).refusal).toBeNull()
    expect(await challenged(cy, bo.id)).toMatchObject({ status: 200 })
    await set(ada, 'everybody')
    expect(await challenged(bo, ada.id)).toMatchObject({ status: 200 })
  })

  it('may be those of people they follow or who vouched for them [battles.challengers-known]', async () => {
    await set(ada, 'known')
    await ada.call('PUT /api/follows/:id', { params: { id: bo.id } })
    expect(await challenged(bo, ada.id)).toMatchObject({ status: 200 })
    await cy.call('PUT /api/follows/:id', { params: { id: ada.id } })
    expect(await challenged(cy, ada.id)).toMatchObject(refusal(409, 'BATTLE_CHALLENGERS_KNOWN'))
    const fan = await withUsdc(test)
    expect(await terms(fan, ada.id)).toMatchObject({ refusal: 'BATTLE_CHALLENGERS_KNOWN' })
    test.ctx.chain.vouch(fan.wallet.address, ada.wallet.address, 2 * USDC)
    test.ctx.chain.mine(3)
    await followChain(test)
    expect(await terms(fan, ada.id)).toMatchObject({ refusal: null })
  })

  it('holds for a rematch, too, but not for challenges that are open [battles.challengers]', async () => {
    const { id } = await challenge(bo, ada.id, { stakeAmount: 10 })
    await set(ada, 'nobody')
    expect(await step(ada, id, 'accept')).toMatchObject({ status: 200 })
    for (const moment of [STARTS_AT, '2026-03-02T20:00:00Z']) await runAt(test, moment)
    expect(await bo.send('POST', `/api/battles/${id}/rematch`)).toMatchObject(refusal(409, 'BATTLE_CHALLENGES_OFF'))
    expect(await ada.send('POST', `/api/battles/${id}/rematch`)).toMatchObject({ status: 200 })
  })

  it('tells nothing of a block but to the blocker', async () => {
    await ada.call('PUT /api/blocks/:id', { params: { id: bo.id } })
    expect((await terms(bo, ada.id)).refusal).toBe('BATTLE_CREATOR_UNAVAILABLE')
    expect((await terms(ada, bo.id)).refusal).toBe('PERSON_BLOCKED')
    expect((await terms(ada, ada.id)).refusal).toBe('BATTLE_SELF_CHALLENGE')
  })

  it('are not told of unknown people', async () => {
    expect(await ada.send('GET', `/api/users/${randomUUID()}/challenge-terms`)).toMatchObject(
      refusal(404, 'USER_NOT_FOUND'),
    )
  })
})

describe('the AP that battles of one pair move in 7 days', () => {
  it('end at 1,000, counting open battles of either, and say what is left [battles.const-pair-ap]', async () => {
    expect(await terms(ada, bo.id)).toEqual({ refusal: null, apLeft: 1_000, apLimit: 1_000, days: 7 })
    const first = await challenge(ada, bo.id, { stakeAmount: 600 })
    await challenge(bo, ada.id, { stakeAmount: 300 })
    expect((await terms(ada, bo.id)).apLeft).toBe(100)
    expect((await terms(bo, ada.id)).apLeft).toBe(100)
    const before = await state()
    expect(await challenged(ada, bo.id, { stakeAmount: 101 })).toMatchObject({
      ...refusal(409, 'BATTLE_PAIR_LIMIT'),
      body: {
        message: 'Battles of the same two creators move at most 1,000 AP in 7 days. You two have 100 AP left.',
        data: { apLeft: 100 },
      },
    })
    expect(await state()).toEqual(before)
    expect(await challenged(ada, cy.id, { stakeAmount: 101 })).toMatchObject({ status: 200 })
    expect(await challenged(ada, bo.id, { stakeAmount: 100 })).toMatchObject({ status: 200 })
    // A rejected challenge moves nothing.
    await step(bo, first.id, 'reject')
    expect((await terms(ada, bo.id)).apLeft).toBe(600)
  })

  it('count for 7 days after a decided battle, and not at all after a draw [battles.const-pair-ap]', async () => {
    const play = async (isDecided: boolean) => {
      const { id } = await challenge(ada, bo.id, { stakeAmount: 400 })
      await step(bo, id, 'accept')
      await runAt(test, STARTS_AT)
      const fan = await giver(test)
      if (isDecided) expect(await gift(fan, id, bo.id, 1)).toMatchObject({ status: 200 })
      await runAt(test, '2026-03-02T20:00:00Z')
      return id
    }
    await play(false)
    expect((await terms(ada, bo.id)).apLeft).toBe(1_000)
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const id = await play(true)
    expect((await terms(ada, bo.id)).apLeft).toBe(600)
    limitPairTo(700)
    expect(await ada.send('POST', `/api/battles/${id}/rematch`)).toMatchObject(refusal(409, 'BATTLE_PAIR_LIMIT'))
    limitPairTo(1_000)
    test.ctx.clock.set('2026-03-09T19:59:59Z')
    await ada.signIn()
    expect((await terms(ada, bo.id)).apLeft).toBe(600)
    test.ctx.clock.set('2026-03-09T20:00:00Z')
    expect((await terms(ada, bo.id)).apLeft).toBe(1_000)
  })

  it('are checked again before a challenge is accepted [battles.const-pair-ap]', async () => {
    const { id } = await challenge(ada, bo.id, { stakeAmount: 400 })
    const other = await challenge(ada, cy.id, { stakeAmount: 400 })
    limitPairTo(399)
    const before = await state()
    expect(await step(bo, id, 'accept')).toMatchObject(refusal(409, 'BATTLE_PAIR_LIMIT'))
    expect(await state()).toEqual(before)
    limitPairTo(1_000)
    expect(await step(bo, id, 'accept')).toMatchObject({ status: 200 })
    expect(await step(cy, other.id, 'accept')).toMatchObject({ status: 200 })
  })
})
