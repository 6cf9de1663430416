import { beforeEach, describe, expect, it } from 'vitest'
import { apOf, challenge, creator, form, readBattle, STARTS_AT } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const NOW = '2026-03-02T12:00:00Z'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set(NOW))

describe('a challenge', () => {
  it('is pending, holds the stake and notifies the opponent [battles.state-pending] [battles.create-notifies] [notifications.challenge-type]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const battle = await challenge(ada, bo.id, {
      title: ' Who \u200Bcooked harder? ',
      description: 'Two pans.',
      duration: 3,
    })
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
      decidedBy: 'gifts',
      rounds: null,
      declineReason: null,
      rematchOf: null,
      can: expect.objectContaining({
        withdraw: { allowed: true },
        accept: { allowed: false, reason: 'BATTLE_OPPONENT_ONLY' },
      }),
      serverTime: '2026-03-02T12:00:00.000Z',
      topGifters: { challenger: [], opponent: [] },
      ownGifts: { challenger: 0, opponent: 0 },
      version: 'pending  ',
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
