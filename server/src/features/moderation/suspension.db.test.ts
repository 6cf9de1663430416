import type { Answer } from '@aura/api/calls'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer, signedUp } from '../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  apOf,
  challenge,
  creator,
  form,
  gift,
  liveBattle,
  readBattle,
  runAt,
  steezeOf,
} from '../../../../tests/server/actors/battles.ts'
import { earn, follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../whitelist/index.ts'
import { suspendPerson } from './index.ts'

const REASON = 'Two accounts of one person.'
const ENDS_AT = '2026-03-02T20:00:00.000Z'

// Anew for each test: redeeming stops while others have Steeze that the contract never sold, and some close the beta.
const test = openForEach(testApp)

const suspend = ({ id }: { id: string }) => suspendPerson(test.ctx, { userId: id, reason: REASON, adminId: null })
describe('a suspended user', () => {
  it('sees why at once in the current session, and may only redeem and export [admin.suspend-blocks] [access.removed-owner-session]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    expect((await ada.me()).restriction).toBeNull()
    test.changedTopics()
    expect(await suspend(ada)).toBe(true)
    expect(test.changedTopics()).toContain(`user:${ada.id}`)
    const since = test.ctx.clock.now().toISOString()
    expect(await ada.me()).toMatchObject({ restriction: { kind: 'suspended', reason: REASON, since } })
    for (const path of ['/api/battles', '/api/battles/gift', '/api/lessons/complete'])
      expect(await ada.send('POST', path, {})).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
    expect((await ada.send('GET', '/api/user/export')).status).toBe(200)
    expect(await ada.send('POST', '/api/battles', form(bo.id))).toMatchObject({
      ...refusal(403, 'ACCOUNT_SUSPENDED'),
      body: { message: `Your account is suspended: ${REASON}`, data: { reason: REASON, at: since } },
    })
    expect((await bo.me()).restriction).toBeNull()
    expect((await bo.send('GET', '/api/leaderboard/me')).status).toBe(200)
    // They may sign in again, with the same limits.
    expect(await (await signedUp(test, 'UTC', ada.wallet)).me()).toMatchObject({ id: ada.id, restriction: { since } })
  })

  it('still sees public pages as a visitor does', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const can = async (actor: Actor) => (await readBattle(actor, id)).can.requestCancellation
    expect(await can(ada)).toEqual({ allowed: true })
    await suspend(ada)
    expect(await can(ada)).toEqual({ allowed: false, reason: 'UNAUTHORIZED' })
    expect(await can(bo)).toEqual({ allowed: true })
  })

  it('can redeem what they earned [access.removed-redemptions-settle]', async () => {
    const ada = await creator(test)
    await earn(test, ada, 100)
    test.ctx.chain.mine(3)
    await follow(test)
    const before = await ada.call('POST /api/steeze/redeem', { body: { amount: 10 } })
    await suspend(ada)
    const settle = async (amount: number, terms: Answer<'POST /api/steeze/redeem'>) => {
      await test.ctx.chain.withdraw(ada.wallet.address, amount, terms)
      test.ctx.chain.mine(3)
      await follow(test)
    }
    await settle(10, before)
    await settle(30, await ada.call('POST /api/steeze/redeem', { body: { amount: 30 } }))
    expect(await steezeOf(ada)).toMatchObject({ battleEarnedSteeze: 60 })
  })

  it('is credited purchases by the watcher, whatever the page asks [access.removed-redemptions-settle]', async () => {
    const ada = await withUsdc(test)
    const { id } = await ada.me()
    const transactionHash = test.ctx.chain.buy(ada.wallet.address, 2 * USDC)
    await suspend({ id })
    expect(await ada.send('POST', '/api/steeze/confirm-purchase', { transactionHash })).toMatchObject(
      refusal(403, 'ACCOUNT_SUSPENDED'),
    )
    await follow(test)
    expect(await steezeOf(ada)).toMatchObject({ purchasedSteeze: 20 })
  })
})

describe('battles of a suspended user', () => {
  it('that are pending end and are refunded; others are untouched [access.removed-refunds-pending]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const sent = await challenge(ada, bo.id)
    const received = await challenge(bo, ada.id)
    const other = await challenge(bo, cy.id)
    await suspend(ada)
    const status = async ({ id }: { id: string }) => (await readBattle(cy, id)).status
    expect([await status(sent), await status(received), await status(other)]).toEqual([
      'withdrawn',
      'rejected',
      'pending',
    ])
    expect([(await ada.me()).availableAuraPoints, await apOf(bo)]).toEqual([1_000, { total: 1_000, free: 750 }])
  })

  it('cannot be accepted if one was left over', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id)
    await test.ctx.db.query(
      `insert into suspensions (user_id, scope, reason, suspended_at) values ($1, 'account', $2, $3)`,
      [ada.id, REASON, test.ctx.clock.now()],
    )
    const refused = refusal(409, 'BATTLE_CREATOR_UNAVAILABLE')
    expect(await bo.send('POST', `/api/battles/${id}/accept`, {})).toMatchObject(refused)
    expect(await suspend(ada)).toBe(false)
    expect((await readBattle(bo, id)).status).toBe('withdrawn')
  })

  it('that were accepted or are live run on and settle, gifts included [access.removed-battles-run-on]', async () => {
    const { ada, bo, cy, id } = await liveBattle(test)
    await suspend(ada)
    expect(await gift(cy, id, ada.id, 40)).toMatchObject({ status: 200 })
    await runAt(test, ENDS_AT)
    expect(await readBattle(bo, id)).toMatchObject({ status: 'completed', winnerId: ada.id })
    expect((await ada.me()).auraPoints).toBe(1_250)
    expect(await steezeOf(ada)).toMatchObject({ battleEarnedSteeze: 40 })
  })
})

describe('a user whose wallet was removed from the whitelist', () => {
  it('signs in only to redeem and export [access.removed-owner-session]', async () => {
    test.ctx.settings.betaAccess = 'closed'
    const ada = new Actor(test)
    await whitelistWallet(test.ctx, ada.wallet.address)
    await ada.signIn()
    await test.ctx.db.query('update whitelisted_wallets set is_active = false')
    await ada.signIn()
    expect((await ada.me()).restriction).toEqual({ kind: 'removed', reason: null, since: null })
    expect(await ada.send('GET', '/api/lessons/daily')).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    expect((await ada.send('GET', '/api/user/export')).status).toBe(200)
    const stranger = new Actor(test)
    const reply = await stranger.send('POST', '/api/auth/wallet', await stranger.signedMessage())
    expect(reply).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    test.ctx.settings.betaAccess = 'open'
    expect((await ada.me()).restriction).toBeNull()
  })

  it('is not affected without ever having had a wallet', async () => {
    const ada = await newcomer(test)
    await test.ctx.db.query('delete from wallets where user_id = $1', [(await ada.me()).id])
    test.ctx.settings.betaAccess = 'closed'
    expect((await ada.me()).restriction).toBeNull()
    expect((await ada.send('GET', '/api/lessons/daily')).status).toBe(200)
  })
})
