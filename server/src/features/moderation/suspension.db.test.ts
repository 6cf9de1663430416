import { type Answer, calls } from '@aura/api/calls'
import type { Call } from '@aura/api/contract/call'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
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
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../whitelist/index.ts'
import { liftPersonsSuspension, suspendPerson } from './index.ts'

const lift = ({ id }: { id: string }) => liftPersonsSuspension(test.ctx, { userId: id, reason: null, adminId: null })

const REASON = 'Two accounts of one person.'
const ENDS_AT = '2026-03-02T20:00:00.000Z'

// Anew for each test: redeeming stops while others have Steeze that the contract never sold, and some close the beta.
const test = openForEach(testApp)

const suspend = ({ id }: { id: string }) => suspendPerson(test.ctx, { userId: id, reason: REASON, adminId: null })
const userCalls = (Object.entries(calls) as [string, Call][]).filter(([, { access }]) => access === 'user')
const pathOf = (key: string) => key.slice(key.indexOf(' ') + 1).replace(/:\w+/g, crypto.randomUUID())
const methodOf = (key: string) => key.slice(0, key.indexOf(' '))

async function answers(actor: Actor): Promise<{ open: string[]; refused: Record<string, string[]> }> {
  const open: string[] = []
  const refused: Record<string, string[]> = {}
  for (const [key] of userCalls) {
    const { status, body } = await actor.send(methodOf(key), pathOf(key), methodOf(key) === 'GET' ? undefined : {})
    if (status === 403) refused[body.code] = [...(refused[body.code] ?? []), key]
    else open.push(key)
  }
  return { open, refused }
}

const LEFT = userCalls.filter(([, { whileRestricted }]) => whileRestricted).map(([key]) => key)

describe('a suspended user', () => {
  it('sees why at once in the current session, and may only redeem and export [admin.suspend-blocks] [access.removed-owner-session]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    expect((await ada.me()).restriction).toBeNull()
    test.changedTopics()
    expect(await suspend(ada)).toBe(true)
    expect(test.changedTopics()).toContain(`user:${ada.id}`)
    const since = test.ctx.clock.now().toISOString()
    expect(await ada.me()).toMatchObject({ restriction: { kind: 'suspended', reason: REASON, since } })
    const { open, refused } = await answers(ada)
    expect(open).toEqual(LEFT)
    expect(Object.keys(refused)).toEqual(['ACCOUNT_SUSPENDED'])
    for (const key of ['POST /api/steeze/redeem', 'GET /api/auth/user']) expect(LEFT).toContain(key)
    for (const key of ['POST /api/battles', 'POST /api/battles/gift', 'POST /api/lessons/complete'])
      expect(LEFT).not.toContain(key)
    expect(await ada.send('POST', '/api/battles', form(bo.id))).toMatchObject({
      ...refusal(403, 'ACCOUNT_SUSPENDED'),
      body: { message: `Your account is suspended: ${REASON}`, data: { reason: REASON, at: since } },
    })
    expect((await bo.me()).restriction).toBeNull()
    expect((await bo.send('GET', '/api/leaderboard/me')).status).toBe(200)
  })

  it('still sees public pages as a visitor does', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const can = async (actor: Actor) => (await readBattle(actor, id)).can.requestCancellation
    expect(await can(ada)).toEqual({ allowed: true })
    await suspend(ada)
    expect(await can(ada)).toEqual({ allowed: false, reason: 'UNAUTHORIZED' })
    expect(await can(bo)).toEqual({ allowed: true })
  })

  it('may sign in again, with the same limits', async () => {
    const ada = await creator(test)
    await suspend(ada)
    await ada.signIn()
    expect((await ada.me()).restriction).toMatchObject({ kind: 'suspended' })
    expect(await ada.send('GET', '/api/lessons/daily')).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
  })

  it('is reinstated when it is lifted, and the history remains [admin.suspend]', async () => {
    const ada = await creator(test)
    expect(await lift(ada)).toBe(false)
    await suspend(ada)
    expect(await suspendPerson(test.ctx, { userId: ada.id, reason: 'Another reason', adminId: null })).toBe(false)
    expect((await ada.me()).restriction?.reason).toBe(REASON)
    expect(await lift(ada)).toBe(true)
    expect((await ada.me()).restriction).toBeNull()
    expect((await ada.send('GET', '/api/leaderboard/me')).status).toBe(200)
    const rows = await test.ctx.db.query(
      'select reason, lifted_at is null as "isHeld" from suspensions where user_id = $1',
      [ada.id],
    )
    expect(rows).toEqual([{ reason: REASON, isHeld: false }])
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

  it('neither earns nor gives AP through vouches', async () => {
    const [ada, bo] = [await withUsdc(test), await withUsdc(test)]
    const ids = [(await ada.me()).id, (await bo.me()).id]
    await suspend({ id: ids[0] ?? '' })
    test.ctx.chain.vouch(ada.wallet.address, bo.wallet.address, USDC)
    test.ctx.chain.vouch(bo.wallet.address, ada.wallet.address, USDC)
    await follow(test)
    expect([(await ada.me()).auraPoints, (await bo.me()).auraPoints]).toEqual([100, 100])
  })
})

describe('battles of a suspended user', () => {
  it('that are pending end and are refunded; others are untouched [access.removed-refunds-pending]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const sent = await challenge(ada, bo.id)
    const received = await challenge(bo, ada.id)
    const other = await challenge(bo, cy.id)
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 1_000, free: 750 },
      { total: 1_000, free: 500 },
    ])
    await suspend(ada)
    const status = async ({ id }: { id: string }) => (await readBattle(cy, id)).status
    expect([await status(sent), await status(received), await status(other)]).toEqual([
      'withdrawn',
      'rejected',
      'pending',
    ])
    expect([(await ada.me()).availableAuraPoints, await apOf(bo)]).toEqual([1_000, { total: 1_000, free: 750 }])
    const titles = (await bo.call('GET /api/notifications')).map(({ title }) => title)
    const { username } = await ada.me()
    expect(titles).toEqual(
      expect.arrayContaining([`${username} withdrew the challenge`, `${username} rejected your challenge`]),
    )
  })

  it('cannot be created, by them or with them, nor accepted', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    await suspend(ada)
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    expect(await ada.send('POST', '/api/battles', form(bo.id))).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
    expect(await bo.send('POST', '/api/battles', form(ada.id))).toMatchObject(
      refusal(409, 'BATTLE_CREATOR_UNAVAILABLE'),
    )
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
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
    const { open, refused } = await answers(ada)
    expect([open, Object.keys(refused)]).toEqual([LEFT, ['BETA_ACCESS_REQUIRED']])
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
