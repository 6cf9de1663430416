import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  apOf,
  challenge,
  creator,
  form,
  putInDebt,
  readBattle,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

const NOW = '2026-03-02T12:00:00Z'
const EXCEPT = { except: ['idempotent_answers'] }

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set(NOW))

describe('the server repeats the form’s checks', () => {
  const EXPECTED = {
    BATTLE_OPPONENT_REQUIRED: [400, 'Please select an opponent to challenge.'],
    BATTLE_STAKE_INVALID: [400, 'Please enter a valid stake amount.'],
    BATTLE_STAKE_TOO_HIGH: [409, "You don't have enough Aura Points to stake this amount!"],
    BATTLE_OPPONENT_STAKE_TOO_HIGH: [
      409,
      'Why are you trying to rob this farmer of all their Aura? This user does not have enough balance to join this battle',
    ],
    BATTLE_DURATION_INVALID: [400, 'A battle lasts 3, 4 or 5 hours, or 5, 15, 30 or 60 minutes if it starts soon'],
    BATTLE_DATE_REQUIRED: [400, 'Please select a battle date.'],
    BATTLE_DATE_NOT_FUTURE: [400, 'Battle date and time must be in the future.'],
    BATTLE_DATE_TOO_FAR: [400, 'A battle can start at most 30 days ahead.'],
    BATTLE_SELF_CHALLENGE: [409, 'You cannot challenge yourself.'],
  } as const
  const refused = async (who: Actor, body: unknown, code: keyof typeof EXPECTED) => {
    const [status, message] = EXPECTED[code]
    const before = await databaseState(test.ctx.db, EXCEPT)
    const reply = await who.send('POST', '/api/battles', body)
    expect(reply).toMatchObject({ ...refusal(status, code), body: { code, message } })
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
  }

  it('in order: opponent, stake, balances and date [battles.check-server-opponent-required] [battles.check-server-stake-valid] [battles.check-server-stake-above-own] [battles.check-server-stake-above-opponent] [battles.stake-available] [battles.check-server-date-required] [battles.check-server-date-future] [battles.const-start-ahead] [battles.check-self-challenge]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const wrong = { ...form(bo.id), stakeAmount: -1, battleDate: null }
    for (const opponentId of ['', 'nobody', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'])
      await refused(ada, { ...wrong, opponentId }, 'BATTLE_OPPONENT_REQUIRED')
    await refused(ada, form(ada.id), 'BATTLE_SELF_CHALLENGE')
    await refused(ada, wrong, 'BATTLE_STAKE_INVALID')
    await challenge(ada, cy.id, { stakeAmount: 400 })
    await refused(ada, { ...wrong, stakeAmount: 601 }, 'BATTLE_STAKE_TOO_HIGH')
    await refused(bo, { ...wrong, opponentId: ada.id, stakeAmount: 601 }, 'BATTLE_OPPONENT_STAKE_TOO_HIGH')
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 600 })
    await refused(ada, { ...form(bo.id), battleDate: '' }, 'BATTLE_DATE_REQUIRED')
    await refused(ada, form(bo.id, { battleDate: NOW }), 'BATTLE_DATE_NOT_FUTURE')
    await refused(ada, form(bo.id, { battleDate: '2026-04-01T12:00:00.001Z' }), 'BATTLE_DATE_TOO_FAR')
    const last = { stakeAmount: 600, battleDate: '2026-04-01T12:00:00Z' }
    expect(await challenge(ada, bo.id, last)).toMatchObject({ status: 'pending' })
  })

  it('whatever the type of an entry: what is no number, text or length counts as missing [battles.check-server-order]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    await refused(ada, undefined, 'BATTLE_OPPONENT_REQUIRED')
    await refused(ada, {}, 'BATTLE_OPPONENT_REQUIRED')
    await refused(ada, { ...form(bo.id), opponentId: 7, stakeAmount: 'abc' }, 'BATTLE_OPPONENT_REQUIRED')
    for (const stakeAmount of ['abc', '5', null, -5, 1.5])
      await refused(ada, { ...form(bo.id), stakeAmount, duration: 2, battleDate: 7 }, 'BATTLE_STAKE_INVALID')
    for (const duration of [2, 6, '4', undefined])
      await refused(ada, { ...form(bo.id), duration, battleDate: 7 }, 'BATTLE_DURATION_INVALID')
    await refused(ada, { ...form(bo.id), battleDate: 7 }, 'BATTLE_DATE_REQUIRED')
  })

  it('and titles [battles.check-server-duration-title]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const refusedFor = async (changes: object, message: string) =>
      expect(await ada.send('POST', '/api/battles', { ...form(bo.id), ...changes })).toMatchObject({
        ...refusal(400, 'INVALID_REQUEST'),
        body: { message },
      })
    await refusedFor({ title: 'x'.repeat(21) }, 'A title has at most 20 characters')
    expect(await challenge(ada, bo.id, { title: 'x'.repeat(20), duration: 5 })).toMatchObject({ duration: 5 })
  })

  it('and refuses debtors, who cannot accept either [battles.check-debt]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id)
    await putInDebt(test.ctx, bo.id)
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect(await bo.send('POST', '/api/battles', form(ada.id))).toMatchObject(refusal(409, 'IN_DEBT'))
    expect(await step(bo, id, 'accept')).toMatchObject(refusal(409, 'IN_DEBT'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
  })
})

describe('while the beta is closed', () => {
  let closed: TestApp
  beforeAll(async () => {
    closed = await testApp({ settings: { betaAccess: 'closed' } })
  })
  afterAll(() => closed.close())

  /** A user who joined while listed and whose wallet may be deactivated later. */
  const member = async () => {
    const actor = new Actor(closed)
    await whitelistWallet(closed.ctx, actor.wallet.address)
    await actor.signIn()
    return Object.assign(actor, { id: (await actor.me()).id })
  }
  const shutOut = (actor: Actor) =>
    closed.ctx.db.query('update whitelisted_wallets set is_active = false where wallet_address = $1', [
      actor.wallet.address.toLowerCase(),
    ])

  it('an account without a whitelisted wallet cannot create, accept or be challenged [access.check-beta-stake] [access.check-beta-challenged]', async () => {
    const [ada, bo] = [await member(), await member()]
    const { id } = await challenge(ada, bo.id, { stakeAmount: 10 })
    await shutOut(bo)
    const before = await databaseState(closed.ctx.db, EXCEPT)
    expect(await step(bo, id, 'accept')).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    expect(await bo.send('POST', '/api/battles', form(ada.id))).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    expect(await ada.send('POST', '/api/battles', form(bo.id))).toMatchObject(
      refusal(409, 'BATTLE_OPPONENT_NOT_ADMITTED'),
    )
    expect(await databaseState(closed.ctx.db, EXCEPT)).toEqual(before)
    // Removing Bo's wallet ends the challenge.
    expect(await step(bo, id, 'reject')).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
  })
})

describe('limits per user', () => {
  it('accepted or live battles [battles.const-open-limit]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const pending = []
    for (let count = 0; count < 4; count++) pending.push(await challenge(ada, bo.id, { stakeAmount: 10 }))
    const fromCy = await challenge(cy, ada.id, { stakeAmount: 10 })
    const toCy = await challenge(ada, cy.id, { stakeAmount: 10 })
    for (const { id } of pending.slice(0, 3)) expect(await step(bo, id, 'accept')).toMatchObject({ status: 200 })
    expect(await step(bo, pending[3]?.id ?? '', 'accept')).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    expect((await readBattle(bo, pending[3]?.id ?? '')).can.accept).toEqual({
      allowed: false,
      reason: 'BATTLE_TOO_MANY_OPEN',
    })
    expect(await step(ada, fromCy.id, 'accept')).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    expect(await step(cy, toCy.id, 'accept')).toMatchObject(refusal(409, 'BATTLE_CHALLENGER_TOO_MANY_OPEN'))
    expect(await ada.send('POST', '/api/battles', form(cy.id))).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    await step(bo, pending[0]?.id ?? '', 'request-cancellation')
    expect(await ada.send('POST', '/api/battles', form(cy.id))).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    await step(ada, pending[0]?.id ?? '', 'approve-cancellation')
    expect(await challenge(ada, cy.id)).toMatchObject({ status: 'pending' })
  })
})

describe('repeatedly sent and withdrawn challenges', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await testApp({ limits: { challengesPerDay: 5, challengesPerPairDay: 2 } })
    limited.ctx.clock.set(NOW)
  })
  afterAll(() => limited.close())

  it('are limited per day, per opponent and in total, with the time of the next allowed one', async () => {
    const [ada, bo] = [await creator(limited), await creator(limited)]
    const [cy, dee] = [await creator(limited), await creator(limited)]
    const send = (opponentId: string) =>
      ada.send<Record<string, unknown>>(
        'POST',
        '/api/battles',
        form(opponentId, { battleDate: '2026-03-06T16:00:00Z' }),
      )
    const nag = async (opponentId: string) => {
      const reply = await send(opponentId)
      expect(reply.status).toBe(200)
      expect((await step(ada, String(reply.body.id), 'withdraw')).status).toBe(200)
      limited.ctx.clock.advance({ hours: 1 })
    }
    await nag(bo.id)
    await nag(bo.id)
    const ignored = { except: ['idempotent_answers', 'sessions'] }
    const before = await databaseState(limited.ctx.db, ignored)
    expect(await send(bo.id)).toMatchObject({
      status: 429,
      body: {
        code: 'BATTLE_TOO_MANY_TO_THEM',
        message: 'You have sent this creator too many challenges today. You can send the next one in 22 h.',
        data: { retryAt: '2026-03-03T12:00:00.000Z' },
      },
    })
    expect(await databaseState(limited.ctx.db, ignored)).toEqual(before)
    for (const { id } of [cy, cy, dee]) await nag(id)
    expect(await send(dee.id)).toMatchObject({
      status: 429,
      body: { code: 'BATTLE_TOO_MANY_TODAY', message: expect.stringContaining('in 19 h.') },
    })
    expect((await challenge(dee, ada.id, { battleDate: '2026-03-06T16:00:00Z' })).status).toBe('pending')
    limited.ctx.clock.set('2026-03-03T11:59:00Z')
    expect(await send(cy.id)).toMatchObject({ status: 429, body: { message: expect.stringContaining('in 1 min.') } })
    limited.ctx.clock.set('2026-03-03T12:00:00Z')
    expect((await send(bo.id)).status).toBe(200)
  })
})
