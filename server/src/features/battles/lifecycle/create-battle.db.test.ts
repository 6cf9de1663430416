import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../test/actors/actors.ts'
import {
  apOf,
  challenge,
  creator,
  form,
  putInDebt,
  readBattle,
  STARTS_AT,
  step,
} from '../../../../test/actors/battles.ts'
import { databaseState } from '../../../../test/database/database-state.ts'
import { refusal } from '../../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

const NOW = '2026-03-02T12:00:00Z'
const EXCEPT = { except: ['idempotent_answers'] }

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())
beforeEach(() => test.ctx.clock.set(NOW))

describe('a challenge', () => {
  it('is pending, holds the stake and notifies the opponent [battles.call-create] [battles.state-pending] [battles.fields] [battles.create-notifies] [notifications.challenge-type]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const battle = await challenge(ada, bo.id, { title: ' Who cooked harder? ', description: 'Two pans.', duration: 3 })
    const [adaIs, boIs] = [await ada.me(), await bo.me()]
    const person = ({ id, username, auraPoints }: typeof adaIs) => ({
      id,
      username,
      firstName: null,
      profileImageUrl: null,
      auraPoints,
      currentStreak: 0,
    })
    expect(battle).toEqual({
      id: expect.any(String),
      title: 'Who cooked harder?',
      description: 'Two pans.',
      status: 'pending',
      challengerId: ada.id,
      opponentId: bo.id,
      challenger: person(adaIs),
      opponent: person(boIs),
      challengerStake: 250,
      opponentStake: 250,
      challengerVotes: 0,
      opponentVotes: 0,
      totalVotes: 0,
      giftCount: 0,
      winnerId: null,
      duration: 3,
      battleStartsAt: STARTS_AT,
      endsAt: '2026-03-02T19:00:00.000Z',
      votingEndsAt: '2026-03-02T19:00:00.000Z',
      softClose: false,
      extendedAt: [],
      outage: null,
      createdAt: '2026-03-02T12:00:00.000Z',
      viewerCount: 0,
      cancellationRequestedBy: null,
      cancelReason: null,
      declineReason: null,
      rematchOf: null,
      can: expect.objectContaining({
        withdraw: { allowed: true },
        accept: { allowed: false, reason: 'BATTLE_OPPONENT_ONLY' },
      }),
      serverTime: '2026-03-02T12:00:00.000Z',
      topGifters: { challenger: [], opponent: [] },
      ownGifts: { challenger: 0, opponent: 0 },
    })
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 750 })
    expect(await apOf(bo)).toEqual({ total: 1_000, free: 1_000 })
    expect(await bo.call('GET /api/notifications')).toMatchObject([
      {
        type: 'battle_challenge',
        title: `${adaIs.username} challenged you`,
        relatedId: battle.id,
        actor: { id: ada.id },
      },
    ])
    expect(await ada.call('GET /api/notifications')).toEqual([])
  })

  it('has a soft close unless turned off, and its notification says so [battles.soft-close-option]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { softClose: _, ...asked } = form(bo.id, { stakeAmount: 1 })
    const sent = await ada.send<{ id: string }>('POST', '/api/battles', asked)
    expect(sent).toMatchObject({ status: 200, body: { softClose: true } })
    await challenge(ada, bo.id, { stakeAmount: 2, softClose: false })
    expect(await readBattle(bo, sent.body.id)).toMatchObject({ softClose: true, extendedAt: [] })
    const messages = (await bo.call('GET /api/notifications')).map(({ message }) => message)
    expect(messages).toEqual([
      expect.stringMatching(/: 2 AP from each of you\.$/),
      expect.stringMatching(/: 1 AP from each of you\. A late lead adds 60 s, up to three times\.$/),
    ])
    expect(await ada.send('POST', '/api/battles', form(bo.id, { softClose: 'no' as never }))).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    )
  })

  it('may be a sprint, which starts within the hour [battles.const-sprints]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const soon = form(bo.id, { stakeAmount: 1, duration: 0.25, battleDate: null })
    expect(await ada.send('POST', '/api/battles', soon)).toMatchObject({
      status: 200,
      body: { duration: 0.25, battleStartsAt: '2026-03-02T12:05:00.000Z', endsAt: '2026-03-02T12:20:00.000Z' },
    })
    const before = await databaseState(test.ctx.db, EXCEPT)
    const late = await ada.send('POST', '/api/battles', { ...soon, battleDate: '2026-03-02T13:00:00.001Z' })
    expect(late).toMatchObject(refusal(400, 'BATTLE_SPRINT_TOO_FAR'))
    expect(await new Actor(test).send('POST', '/api/battles', soon)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
    expect(await challenge(ada, bo.id, { ...soon, duration: 1, battleDate: '2026-03-02T13:00:00Z' })).toMatchObject({
      endsAt: '2026-03-02T14:00:00.000Z',
    })
  })

  it('gets a default description when blank, and no title [battles.const-default-description]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    expect(await challenge(ada, bo.id, { title: '   ', description: '  ' })).toMatchObject({
      title: null,
      description: 'A battle of Web3 aura and reputation!',
    })
  })

  it('is created once, however often the request is repeated', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const headers = { 'idempotency-key': 'one-challenge' }
    const send = () => ada.send<{ id: string }>('POST', '/api/battles', form(bo.id), headers)
    const first = await send()
    // Simulates a crash between the work and its response.
    await test.ctx.db.query('delete from idempotent_answers')
    const again = await send()
    expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id])
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 750 })
  })

  it('publishes the change to both users and the lists', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    test.changedTopics()
    const { id } = await challenge(ada, bo.id)
    expect(test.changedTopics().sort()).toEqual([`battle:${id}`, 'battles', `user:${ada.id}`, `user:${bo.id}`].sort())
  })
})

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

describe('limits per user', () => {
  it('pending challenges [battles.const-pending-limit]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const sent = []
    for (let count = 0; count < 5; count++) sent.push(await challenge(ada, bo.id, { stakeAmount: 10 }))
    expect(await ada.send('POST', '/api/battles', form(bo.id))).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_PENDING'))
    expect(await challenge(bo, ada.id, { stakeAmount: 10 })).toMatchObject({ status: 'pending' })
    await step(ada, sent[0]?.id ?? '', 'withdraw')
    expect(await challenge(ada, bo.id)).toMatchObject({ status: 'pending' })
  })

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

describe('while the beta is closed', () => {
  let closed: TestApp
  beforeAll(async () => {
    closed = await testApp({ settings: { betaAccess: 'closed' } })
  })
  afterAll(() => closed.close())

  /** Joined while listed; their wallet may be deactivated later. */
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

describe('invisible characters', () => {
  it('are stripped from title and description, and a text of nothing else is empty', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    expect(await challenge(ada, bo.id, { title: '\u200B\u3164', description: '\u202E\u0301' })).toMatchObject({
      title: null,
      description: 'A battle of Web3 aura and reputation!',
    })
    expect(
      await challenge(ada, bo.id, { title: '\u202EWho \n cooks?\u200B 👩‍🍳', description: 'One\u200B\r\nTwo\u2066' }),
    ).toMatchObject({ title: 'Who cooks? 👩‍🍳', description: 'One\nTwo' })
  })
})

describe('repeatedly sent and withdrawn challenges', () => {
  const LIMITS = { challengesPerDay: 5, challengesPerPairDay: 2 }
  let limited: TestApp
  beforeAll(async () => {
    limited = await testApp({ limits: LIMITS })
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
