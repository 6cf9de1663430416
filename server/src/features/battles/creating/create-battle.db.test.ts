import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { apOf, challenge, creator, form, readBattle, STARTS_AT } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

const NOW = '2026-03-02T12:00:00Z'
const EXCEPT = { except: ['idempotent_answers'] }

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())
beforeEach(() => test.ctx.clock.set(NOW))

describe('a challenge', () => {
  it('is pending, holds the stake and notifies the opponent [battles.state-pending] [battles.create-notifies] [notifications.challenge-type]', async () => {
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
      expect.stringMatching(
        /: 1 AP from each of you\. A late lead moves the end to 60 s after it, up to three times\.$/,
      ),
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
