import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { apOf, challenge, creator, form, putInDebt, step } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

const NOW = '2026-03-02T12:00:00Z'
const EXCEPT = { except: ['idempotent_answers'] }

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())
beforeEach(() => test.ctx.clock.set(NOW))

describe('the server repeats the form’s checks', () => {
  const refused = async (
    ada: Actor,
    body: unknown,
    status: number,
    code: Parameters<typeof refusal>[1],
    message: string,
  ) => {
    const before = await databaseState(test.ctx.db, EXCEPT)
    const reply = await ada.send('POST', '/api/battles', body)
    expect(reply).toMatchObject({ ...refusal(status, code), body: { code, message } })
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
  }

  it('the opponent first [battles.check-server-opponent-required]', async () => {
    const ada = await creator(test)
    const wrong = { ...form(''), stakeAmount: -1, battleDate: null }
    for (const opponentId of ['', null, undefined, 'nobody', 'f47ac10b-58cc-4372-a567-0e02b2c3d479']) {
      await refused(
        ada,
        { ...wrong, opponentId },
        400,
        'BATTLE_OPPONENT_REQUIRED',
        'Please select an opponent to challenge.',
      )
    }
  })

  it('then the stake [battles.check-server-stake-valid]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    for (const stakeAmount of [0, -1, 1.5, null]) {
      await refused(
        ada,
        { ...form(bo.id), stakeAmount, battleDate: null },
        400,
        'BATTLE_STAKE_INVALID',
        'Please enter a valid stake amount.',
      )
    }
  })

  it('then both balances [battles.check-server-stake-above-own] [battles.check-server-stake-above-opponent] [battles.stake-available]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    await refused(
      ada,
      { ...form(bo.id, { stakeAmount: 1_001 }), battleDate: null },
      409,
      'BATTLE_STAKE_TOO_HIGH',
      "You don't have enough Aura Points to stake this amount!",
    )
    await challenge(ada, cy.id, { stakeAmount: 400 })
    await refused(
      ada,
      form(bo.id, { stakeAmount: 601 }),
      409,
      'BATTLE_STAKE_TOO_HIGH',
      "You don't have enough Aura Points to stake this amount!",
    )
    await refused(
      bo,
      { ...form(ada.id, { stakeAmount: 601 }), battleDate: null },
      409,
      'BATTLE_OPPONENT_STAKE_TOO_HIGH',
      'Why are you trying to rob this farmer of all their Aura? This user does not have enough balance to join this battle',
    )
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 600 })
    expect(await challenge(ada, bo.id, { stakeAmount: 600 })).toMatchObject({ status: 'pending' })
  })

  it('then the date [battles.check-server-date-required] [battles.check-server-date-future] [battles.const-start-ahead]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    await refused(ada, { ...form(bo.id), battleDate: '' }, 400, 'BATTLE_DATE_REQUIRED', 'Please select a battle date.')
    await refused(
      ada,
      form(bo.id, { battleDate: NOW }),
      400,
      'BATTLE_DATE_NOT_FUTURE',
      'Battle date and time must be in the future.',
    )
    await refused(
      ada,
      form(bo.id, { battleDate: '2026-04-01T12:00:00.001Z' }),
      400,
      'BATTLE_DATE_TOO_FAR',
      'A battle can start at most 30 days ahead.',
    )
    expect(await challenge(ada, bo.id, { battleDate: '2026-04-01T12:00:00Z' })).toMatchObject({ status: 'pending' })
  })

  it('and durations and titles [battles.check-server-duration-title]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    for (const duration of [2, 6, 3.5, '4', 0.3, 0, -1]) {
      await refused(
        ada,
        { ...form(bo.id), duration },
        400,
        'INVALID_REQUEST',
        'A battle lasts 3, 4 or 5 hours, or 15, 30 or 60 minutes if it starts soon',
      )
    }
    await refused(
      ada,
      form(bo.id, { title: 'x'.repeat(21) }),
      400,
      'INVALID_REQUEST',
      'A title has at most 20 characters',
    )
    expect(await challenge(ada, bo.id, { title: 'x'.repeat(20), duration: 5 })).toMatchObject({ duration: 5 })
  })

  it('and refuses challenging oneself [battles.check-self-challenge]', async () => {
    const ada = await creator(test)
    await refused(ada, form(ada.id), 409, 'BATTLE_SELF_CHALLENGE', 'You cannot challenge yourself.')
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

  it('a visitor', async () => {
    const bo = await creator(test)
    expect(await new Actor(test).send('POST', '/api/battles', form(bo.id))).toMatchObject(refusal(401, 'UNAUTHORIZED'))
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
