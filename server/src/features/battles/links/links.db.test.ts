import type { ChallengeLink } from '@aura/api/calls/battles/challenge-links'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import {
  apOf,
  type BattleDetail,
  challenge,
  creator,
  doDue,
  putInDebt,
  readBattle,
  runAt,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { deleteAccount, giveInvites, makeInvite, useInvite } from '../../../../../tests/server/actors/inviting.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { suspendPerson } from '../../moderation/index.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

const NOW = '2026-03-02T12:00:00.000Z'
const EXPIRES_AT = '2026-03-09T12:00:00.000Z'
const EXCEPT = { except: ['idempotent_answers', 'sessions'] }
const UNKNOWN = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const FORM = { title: 'Who cooks?', stakeAmount: 100, description: 'Two pans.', duration: 0.25, softClose: false }

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set(NOW))

const make = (who: Actor, changes: object = {}, headers: Record<string, string> = {}) =>
  who.send<ChallengeLink>('POST', '/api/challenge-links', { ...FORM, ...changes }, headers)
const open = (who: Actor, id: string) => who.send<ChallengeLink>('GET', `/api/challenge-links/${id}`)
const accept = (who: Actor, id: string, headers: Record<string, string> = {}) =>
  who.send<BattleDetail>('POST', `/api/challenge-links/${id}/accept`, undefined, headers)
const withdraw = (who: Actor, id: string) =>
  who.send<ChallengeLink>('POST', `/api/challenge-links/${id}/withdraw`, undefined)
const own = async (who: Actor) => (await who.call('GET /api/challenge-links')).map(({ id }) => id)
const newest = async (who: Actor) => (await who.call('GET /api/notifications'))[0]
const madeLink = async (who: Actor, changes: object = {}) => (await make(who, changes)).body.id

describe('a challenge link', () => {
  it('holds the stake and shows the offer to everybody who has it [battles.link]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    test.changedTopics()
    const made = await make(ada)
    expect(made).toMatchObject({
      status: 200,
      body: {
        title: 'Who cooks?',
        description: 'Two pans.',
        status: 'pending',
        challenger: { id: ada.id, auraPoints: 1_000 },
        stake: 100,
        duration: 0.25,
        softClose: false,
        startsInMinutes: 10,
        createdAt: NOW,
        expiresAt: EXPIRES_AT,
        can: { accept: { allowed: false, reason: 'CHALLENGE_LINK_OWN' }, withdraw: { allowed: true } },
      },
    })
    const { id } = made.body
    expect(test.changedTopics()).toContain(`user:${ada.id}`)
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 900 })
    expect((await open(new Actor(test), id)).body).toEqual({
      ...made.body,
      can: {
        accept: { allowed: false, reason: 'UNAUTHORIZED' },
        withdraw: { allowed: false, reason: 'UNAUTHORIZED' },
      },
    })
    expect((await open(bo, id)).body.can).toEqual({
      accept: { allowed: true },
      withdraw: { allowed: false, reason: 'BATTLE_CHALLENGER_ONLY' },
    })
    expect([await own(ada), await own(bo)]).toEqual([[id], []])
    // Only the link leads to it.
    expect(await bo.send('GET', `/api/battles/${id}`)).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    expect((await bo.call('GET /api/battles')).filter((battle) => battle.challengerId === ada.id)).toEqual([])
  })

  it('becomes a battle of its id when somebody who just joined accepts, and starts ten minutes later [battles.link-starts] [battles.link-notifies]', async () => {
    const ada = await creator(test)
    const id = await madeLink(ada)
    const otherId = await madeLink(ada)
    // The bonus for a first wallet is enough for the stake.
    const bo = await newcomer(test)
    const boId = (await bo.me()).id
    test.ctx.clock.set('2026-03-02T12:30:00Z')
    const other = (await open(ada, otherId)).body
    test.changedTopics()
    expect(await accept(bo, id)).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'accepted',
        title: 'Who cooks?',
        description: 'Two pans.',
        challengerId: ada.id,
        opponentId: boId,
        challengerStake: 100,
        duration: 0.25,
        softClose: false,
        createdAt: '2026-03-02T12:30:00.000Z',
        battleStartsAt: '2026-03-02T12:40:00.000Z',
        endsAt: '2026-03-02T12:55:00.000Z',
        rematchOf: null,
      },
    })
    expect(test.changedTopics()).toEqual(expect.arrayContaining(['battles', `user:${ada.id}`, `user:${boId}`]))
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 1_000, free: 800 },
      { total: 100, free: 0 },
    ])
    expect(await newest(ada)).toMatchObject({
      type: 'battle_accepted',
      title: `${(await bo.me()).username} accepted your challenge`,
      message: 'Who cooks? starts in 10 minutes.',
      relatedId: id,
    })
    // No one challenged Bo by name.
    expect((await bo.call('GET /api/notifications')).map(({ type }) => type)).not.toContain('battle_challenge')
    expect((await open(new Actor(test), id)).body.status).toBe('accepted')
    expect((await open(ada, otherId)).body).toEqual(other)
    expect(await own(ada)).toEqual([otherId])

    await runAt(test, '2026-03-02T12:40:00Z')
    expect((await readBattle(bo, id)).status).toBe('active')
    await runAt(test, '2026-03-02T12:55:00Z')
    expect((await readBattle(bo, id)).status).toBe('completed')
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 1_000, free: 900 },
      { total: 100, free: 100 },
    ])
    // The receipt has all four transfers of the stakes.
    const { entries } = await bo.call('GET /api/battles/:id/receipt', { params: { id } })
    expect(entries.map(({ key }) => key).sort()).toEqual(
      ['return/challenger', 'return/opponent', 'stake/challenger', 'stake/opponent'].map(
        (name) => `battle/${id}/${name}`,
      ),
    )
  })

  it('is taken by the first: a second one is refused, and whoever has it gets it again [battles.link-once]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const id = await madeLink(ada)
    const first = await accept(bo, id)
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect((await open(cy, id)).body.can.accept).toEqual({ allowed: false, reason: 'BATTLE_NOT_PENDING' })
    expect(await accept(cy, id)).toMatchObject(refusal(409, 'BATTLE_NOT_PENDING'))
    expect(await accept(bo, id)).toMatchObject({ status: 200, body: { id, opponentId: bo.id } })
    expect(first.body.opponentId).toBe(bo.id)
    expect(await withdraw(ada, id)).toMatchObject(refusal(409, 'BATTLE_NOT_PENDING'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
    expect(await apOf(cy)).toEqual({ total: 1_000, free: 1_000 })
  })

  it('is made and accepted once under one key, also when the stored answers are gone', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const headers = { 'idempotency-key': 'one-link' }
    const { id } = (await make(ada, {}, headers)).body
    await test.ctx.db.query('delete from idempotent_answers')
    expect((await make(ada, {}, headers)).body.id).toBe(id)
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 900 })
    await accept(bo, id, headers)
    await test.ctx.db.query('delete from idempotent_answers')
    expect(await accept(bo, id, headers)).toMatchObject({ status: 200, body: { id } })
    await test.ctx.db.query('delete from idempotent_answers')
    expect(await accept(bo, await madeLink(ada), headers)).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await apOf(bo)).toEqual({ total: 1_000, free: 900 })
  })

  it('admits nobody to the closed beta, and is accepted after joining with an invite [battles.link-invite]', async () => {
    const ada = await creator(test)
    const id = await madeLink(ada)
    test.ctx.settings.betaAccess = 'closed'
    try {
      await whitelistWallet(test.ctx, ada.wallet.address)
      const bo = new Actor(test)
      expect((await open(bo, id)).body).toMatchObject({
        status: 'pending',
        can: { accept: { reason: 'UNAUTHORIZED' } },
      })
      await giveInvites(test, ada, 1)
      const before = await databaseState(test.ctx.db, EXCEPT)
      expect(await useInvite(bo, id)).toMatchObject(refusal(404, 'INVITE_NOT_FOUND'))
      expect(await useInvite(bo, undefined)).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
      expect(await accept(bo, id)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
      expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
      expect(await useInvite(bo, await makeInvite(ada))).toMatchObject({ status: 200 })
      expect((await open(bo, id)).body.can.accept).toEqual({ allowed: true })
      expect(await accept(bo, id)).toMatchObject({ status: 200, body: { id } })
    } finally {
      test.ctx.settings.betaAccess = 'open'
    }
  })

  it('is withdrawn by its challenger alone, and the stake returns [battles.link-withdraw]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const [id, otherId] = [await madeLink(ada), await madeLink(ada)]
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect(await withdraw(bo, id)).toMatchObject(refusal(403, 'BATTLE_CHALLENGER_ONLY'))
    expect(await withdraw(ada, UNKNOWN)).toMatchObject(refusal(404, 'CHALLENGE_LINK_NOT_FOUND'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
    for (const _ of [1, 2])
      expect(await withdraw(ada, id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 900 })
    expect(await accept(bo, id)).toMatchObject(refusal(409, 'BATTLE_NOT_PENDING'))
    expect(await own(ada)).toEqual([otherId])
  })

  it('expires after seven days: the stake returns once, and the challenger is told [battles.link-expires]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const id = await madeLink(ada)
    test.ctx.clock.set('2026-03-05T12:00:00Z')
    const laterId = await madeLink(ada, { title: null })
    await runAt(test, '2026-03-09T11:59:59Z')
    expect((await open(bo, id)).body.can.accept).toEqual({ allowed: true })
    test.ctx.clock.set(EXPIRES_AT)
    // The link is expired even before the job runs.
    expect((await open(bo, id)).body.status).toBe('expired')
    expect(await accept(bo, id)).toMatchObject(refusal(409, 'BATTLE_NOT_PENDING'))
    expect(await withdraw(ada, id)).toMatchObject(refusal(409, 'BATTLE_NOT_PENDING'))
    expect(await own(ada)).toEqual([laterId])
    await doDue(test.ctx)
    await doDue(test.ctx)
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 900 })
    expect(await newest(ada)).toMatchObject({
      type: 'battle_update',
      title: 'Your challenge link expired',
      message: 'Nobody accepted Who cooks? in time. Your 100 AP were returned.',
      relatedId: null,
    })
    await runAt(test, '2026-03-12T12:00:00Z')
    expect((await newest(ada))?.message).toBe('Nobody accepted it in time. Your 100 AP were returned.')
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 1_000 })
  })

  it('ends with its challenger’s suspension and account', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const [adas, bos] = [await madeLink(ada), await madeLink(bo)]
    await suspendPerson(test.ctx, { userId: ada.id, reason: 'For the test.', adminId: null })
    expect((await open(cy, adas)).body.status).toBe('withdrawn')
    expect((await open(cy, bos)).body.status).toBe('pending')
    expect(await bo.call('GET /api/user/deletion')).toMatchObject({
      pending: { sent: 1, received: 0 },
      forfeited: { auraPoints: 1_000 },
    })
    await deleteAccount(bo)
    expect(await open(cy, bos)).toMatchObject(refusal(404, 'CHALLENGE_LINK_NOT_FOUND'))
    expect(await accept(cy, bos)).toMatchObject(refusal(404, 'CHALLENGE_LINK_NOT_FOUND'))
  })
})

describe('making a link is refused', () => {
  it('with a faulty form, in the order of a challenge’s [battles.check-link]', async () => {
    const ada = await creator(test)
    const before = await databaseState(test.ctx.db, EXCEPT)
    for (const stakeAmount of [0, 1.5, 'abc', null])
      expect(await make(ada, { stakeAmount })).toMatchObject(refusal(400, 'BATTLE_STAKE_INVALID'))
    expect(await make(ada, { stakeAmount: 1_001 })).toMatchObject(refusal(409, 'BATTLE_STAKE_TOO_HIGH'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
    const rich = await creator(test, 5_000)
    expect(await make(rich, { stakeAmount: 1_001 })).toMatchObject({
      status: 409,
      body: {
        code: 'BATTLE_PAIR_LIMIT',
        message: 'A link can stake at most 1,000 AP. Nobody could accept more.',
        data: { apLeft: 1_000 },
      },
    })
    expect((await make(rich, { stakeAmount: 1_000 })).status).toBe(200)
  })

  it('beyond five challenges waiting for an answer, direct ones included [battles.link-limit] [battles.const-pending-limit]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    for (let sent = 0; sent < 4; sent++) await madeLink(ada, { stakeAmount: 1 })
    await challenge(ada, bo.id, { stakeAmount: 1 })
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect(await make(ada)).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_PENDING'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
    await withdraw(ada, (await own(ada))[0] as string)
    const form = {
      title: null,
      opponentId: bo.id,
      stakeAmount: 1,
      description: '',
      battleDate: EXPIRES_AT,
      duration: 4,
    }
    expect((await ada.send('POST', '/api/battles', form)).status).toBe(200)
    expect(await ada.send('POST', '/api/battles', form)).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_PENDING'))
  })

  it('beyond the day’s challenges, each counted once whether it became a battle or not', async () => {
    const limited = await testApp({ limits: { challengesPerDay: 3 } })
    limited.ctx.clock.set(NOW)
    const [ada, bo] = [await creator(limited), await creator(limited)]
    const [first, second] = [await madeLink(ada), await madeLink(ada)]
    await accept(bo, first)
    await withdraw(ada, second)
    expect((await make(ada)).status).toBe(200)
    expect(await make(ada)).toMatchObject({
      status: 429,
      body: { code: 'BATTLE_TOO_MANY_TODAY', data: { retryAt: '2026-03-03T12:00:00.000Z' } },
    })
    limited.ctx.clock.set('2026-03-03T12:00:00Z')
    expect((await make(ada)).status).toBe(200)
    await limited.close()
  })

  it('with three open battles, and to a debtor', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    for (let nth = 0; nth < 3; nth++) {
      const { id } = await challenge(ada, bo.id, { stakeAmount: 1 })
      await step(bo, id, 'accept')
    }
    expect(await make(ada)).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    await putInDebt(test.ctx, cy.id)
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect(await make(cy)).toMatchObject(refusal(409, 'IN_DEBT'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
  })
})

describe('accepting a link is refused', () => {
  const refused = async (who: Actor, id: string, status: number, code: Parameters<typeof refusal>[1]) => {
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect((await open(who, id)).body.can.accept).toEqual({ allowed: false, reason: code })
    expect(await accept(who, id)).toMatchObject(refusal(status, code))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
  }

  it('to visitors, its own challenger, and for unknown links [battles.check-link-accept]', async () => {
    const ada = await creator(test)
    const id = await madeLink(ada)
    await refused(new Actor(test), id, 401, 'UNAUTHORIZED')
    await refused(ada, id, 409, 'CHALLENGE_LINK_OWN')
    for (const who of [new Actor(test), ada])
      expect(await open(who, UNKNOWN)).toMatchObject(refusal(404, 'CHALLENGE_LINK_NOT_FOUND'))
    expect(await accept(ada, UNKNOWN)).toMatchObject(refusal(404, 'CHALLENGE_LINK_NOT_FOUND'))
  })

  it('between two of whom one blocked the other, without telling which', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const id = await madeLink(ada)
    await ada.call('PUT /api/blocks/:id', { params: { id: bo.id } })
    await refused(bo, id, 409, 'BATTLE_CREATOR_UNAVAILABLE')
    await cy.call('PUT /api/blocks/:id', { params: { id: ada.id } })
    await refused(cy, id, 409, 'PERSON_BLOCKED')
  })

  it('with too few points, or what the two may stake used up', async () => {
    const [ada, bo, poor] = [await creator(test, 3_000), await creator(test, 3_000), await creator(test, 100)]
    const id = await madeLink(ada, { stakeAmount: 101 })
    await refused(poor, id, 409, 'BATTLE_STAKE_TOO_HIGH')
    const { id: battle } = await challenge(bo, ada.id, { stakeAmount: 900 })
    await refused(bo, id, 409, 'BATTLE_PAIR_LIMIT')
    await step(bo, battle, 'withdraw')
  })
})

describe('the database', () => {
  const update = (id: string, set: string) => test.ctx.db.query(`update challenge_links set ${set} where id = $1`, [id])

  it('has one battle of a link, and no accepted link without it [battles.link-once]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const [id, otherId] = [await madeLink(ada), await madeLink(ada)]
    await accept(bo, id)
    const twin = `insert into battles (id, challenger_id, opponent_id, description, status, stake, starts_at, ends_at,
                                       created_at, due_at, challenger_hold, opponent_hold, gift_head)
                  select id, challenger_id, $2, description, status, stake, starts_at, ends_at,
                         created_at, due_at, challenger_hold, gen_random_uuid(), gift_head from battles where id = $1`
    await expect(test.ctx.db.query(twin, [id, cy.id])).rejects.toThrow(/battles_pkey/)
    await expect(update(otherId, `status = 'accepted'`)).rejects.toThrow(/challenge_links_battle/)
    await expect(update(otherId, `status = 'accepted', battle_id = '${id}'`)).rejects.toThrow(/challenge_links_battle/)
    await expect(update(otherId, `status = 'accepted', battle_id = id`)).rejects.toThrow(/challenge_links_battle_id/)
    await expect(update(id, `status = 'expired'`)).rejects.toThrow(/challenge_links_battle/)
  })
})
