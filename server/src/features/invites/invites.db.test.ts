import { INVITE_RULES } from '@aura/api/rules/invites'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { deleteAccount, giveInvites, makeInvite, useInvite } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { databaseState, unchanged } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { suspendPerson } from '../moderation/index.ts'
import { whitelistWallet } from '../whitelist/index.ts'

const test = openForEach(testApp)
let ada: Actor
let bo: Actor
beforeEach(async () => {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  ;[ada, bo] = [await newcomer(test), await newcomer(test)]
  for (const { wallet } of [ada, bo]) await whitelistWallet(test.ctx, wallet.address)
  test.ctx.settings.betaAccess = 'closed'
  await giveInvites(test, ada, 2)
})

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const own = (who: Actor) => who.call('GET /api/invites')
const statuses = async (who: Actor) => (await own(who)).invites.map(({ status }) => status)
const make = (who: Actor, headers = {}) => who.send<{ id: string }>('POST', '/api/invites', undefined, headers)
const read = (who: Actor, id: string) => who.send('GET', `/api/invites/${id}`)
const withdraw = (who: Actor, id: string) => who.send('POST', `/api/invites/${id}/withdraw`)
const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers', 'auth_nonces'] })

describe('a member', () => {
  it('earns the first invite by seven days of learning, and one a week after that [invites.earned]', async () => {
    const left = async () => {
      const { left, next } = await own(bo)
      return { left, next }
    }
    expect(await left()).toEqual({ left: 0, next: { daysToLearn: 7, at: null } })
    for (let day = 1; day <= 7; day++) {
      await learn(bo)
      if (day === 6) expect(await left()).toEqual({ left: 0, next: { daysToLearn: 1, at: null } })
      // A day off is no day, and takes nothing away.
      test.ctx.clock.advance({ days: day === 3 ? 2 : 1 })
    }
    expect(await left()).toEqual({ left: 1, next: { daysToLearn: 0, at: '2026-03-16T12:00:00.000Z' } })
    expect(await make(bo)).toMatchObject({ status: 200 })
    await unchanged(state, async () => expect(await make(bo)).toMatchObject(refusal(409, 'INVITES_USED_UP')))
    test.ctx.clock.set('2026-03-16T12:00:00Z')
    expect(await left()).toMatchObject({ left: 1, next: { at: '2026-03-23T12:00:00.000Z' } })
    test.ctx.settings.betaAccess = 'open'
    expect(await left()).toEqual({ left: INVITE_RULES.perDay, next: null })
  })

  it('makes as many links as they have invites [invites.limit]', async () => {
    const next = { daysToLearn: 7, at: null }
    expect(await own(ada)).toEqual({ left: 2, next, invites: [], invitedBy: null })
    expect(await make(ada)).toMatchObject({
      status: 200,
      body: {
        status: 'open',
        createdAt: '2026-03-02T12:00:00.000Z',
        expiresAt: '2026-03-16T12:00:00.000Z',
        invited: null,
        usedAt: null,
      },
    })
    await make(ada)
    expect(await own(ada)).toMatchObject({ left: 0, invites: [{ status: 'open' }, { status: 'open' }] })
    await unchanged(state, async () => expect(await make(ada)).toMatchObject(refusal(409, 'INVITES_USED_UP')))
    expect(await own(bo)).toMatchObject({ left: 0, invites: [] })
  })

  it('may not without a wallet [invites.wallet]', async () => {
    await test.ctx.db.query('delete from wallets where user_id = $1', [(await bo.me()).id])
    await unchanged(state, async () => expect(await make(bo)).toMatchObject(refusal(409, 'WALLET_REQUIRED')))
  })

  it('withdraws a link and gets the invite back, others stay [invites.returned]', async () => {
    const [id, other] = [await makeInvite(ada), await makeInvite(ada)]
    expect(await withdraw(ada, id)).toMatchObject({ status: 200, body: { id, status: 'withdrawn' } })
    const { left, invites } = await own(ada)
    expect(left).toBe(1)
    expect(Object.fromEntries(invites.map((invite) => [invite.id, invite.status]))).toEqual({
      [id]: 'withdrawn',
      [other]: 'open',
    })
    await unchanged(state, async () => expect(await withdraw(ada, id)).toMatchObject({ status: 200 }))
    expect(await useInvite(new Actor(test), id)).toMatchObject(refusal(409, 'INVITE_NOT_OPEN'))
    expect((await own(ada)).left).toBe(1)
  })

  it('withdraws no link that is unknown or over', async () => {
    const id = await makeInvite(ada)
    await unchanged(state, async () => {
      expect(await withdraw(ada, NOBODYS)).toMatchObject(refusal(404, 'INVITE_NOT_FOUND'))
    })
    const used = await makeInvite(ada)
    await useInvite(new Actor(test), used)
    test.ctx.clock.advance({ days: INVITE_RULES.days })
    await unchanged(state, async () => {
      for (const over of [id, used]) expect(await withdraw(ada, over)).toMatchObject(refusal(409, 'INVITE_NOT_OPEN'))
    })
  })

  it('gets an expired invite back, and a used one never [invites.returned]', async () => {
    const joined = new Actor(test)
    await useInvite(joined, await makeInvite(ada))
    await makeInvite(ada)
    expect((await own(ada)).left).toBe(0)
    test.ctx.clock.advance({ days: INVITE_RULES.days })
    await ada.signIn()
    expect(await own(ada)).toMatchObject({ left: 1 })
    expect((await statuses(ada)).sort()).toEqual(['expired', 'used'])
    await deleteAccount(joined)
    expect(await own(ada)).toMatchObject({ left: 1 })
    expect((await own(ada)).invites.find(({ status }) => status === 'used')).toMatchObject({ invited: null })
  })

  it('makes a limited number of links a day [invites.per-day]', async () => {
    for (let nth = 0; nth < INVITE_RULES.perDay; nth++) await withdraw(ada, await makeInvite(ada))
    await unchanged(state, async () => expect(await make(ada)).toMatchObject(refusal(429, 'INVITES_TOO_MANY')))
    await giveInvites(test, bo, 1)
    expect(await make(bo)).toMatchObject({ status: 200 })
    test.ctx.clock.advance({ days: 1 })
    expect(await make(ada)).toMatchObject({ status: 200 })
    expect(INVITE_RULES.perDay).toBe(20)
  })

  it('downloads their links and whom they invited', async () => {
    const joined = new Actor(test)
    await useInvite(joined, await makeInvite(ada))
    const { data } = await ada.call('GET /api/user/export')
    const [adaId, joinedId] = [(await ada.me()).id, (await joined.me()).id]
    expect(data.invites).toHaveLength(1)
    expect(data.invited_people).toMatchObject([{ invited_id: joinedId, inviter_id: adaId }])
    expect((await bo.call('GET /api/user/export')).data).toMatchObject({ invites: [], invited_people: [] })
  })
})

describe('the page of a link', () => {
  it('says who invites, and what the viewer is to it', async () => {
    const id = await makeInvite(ada)
    const { id: adaId, username, auraPoints } = await ada.me()
    expect(auraPoints).toBeGreaterThan(0)
    expect(await read(new Actor(test), id)).toMatchObject({
      status: 200,
      body: { id, status: 'open', inviter: { id: adaId, username, auraPoints }, viewer: 'visitor' },
    })
    expect(JSON.stringify((await read(new Actor(test), id)).body)).not.toContain(ada.wallet.address.slice(2, 12))
    expect((await read(ada, id)).body).toMatchObject({ viewer: 'inviter' })
    expect((await read(bo, id)).body).toMatchObject({ viewer: 'member', status: 'open' })
    const joined = new Actor(test)
    await useInvite(joined, id)
    expect((await read(joined, id)).body).toMatchObject({ viewer: 'invited', status: 'used' })
    expect((await read(bo, id)).body).toMatchObject({ status: 'used' })
  })

  it('is unknown for any other address, and once the inviter is gone [invites.inviter]', async () => {
    const id = await makeInvite(ada)
    expect(await read(bo, NOBODYS)).toMatchObject(refusal(404, 'INVITE_NOT_FOUND'))
    await deleteAccount(ada)
    expect(await read(bo, id)).toMatchObject(refusal(404, 'INVITE_NOT_FOUND'))
  })

  it('does not tell that the inviter is suspended [invites.inviter]', async () => {
    const id = await makeInvite(ada)
    await suspendPerson(test.ctx, { userId: (await ada.me()).id, reason: 'Spam.', adminId: null })
    const { body } = await read(new Actor(test), id)
    expect(body).toMatchObject({ status: 'unavailable' })
    expect(JSON.stringify(body)).not.toContain('Spam')
  })
})

it('the database keeps one person for an invite, and nobody leaves the tree [invites.tree]', async () => {
  const [id, joined] = [await makeInvite(ada), new Actor(test)]
  await useInvite(joined, id)
  const [adaId, boId, joinedId] = [(await ada.me()).id, (await bo.me()).id, (await joined.me()).id]
  const enter = (invited: string, inviter: string, invite: string | null) =>
    test.ctx.db.query(
      'insert into invited_people (invited_id, inviter_id, invite_id, invited_at) values ($1, $2, $3, $4)',
      [invited, inviter, invite, new Date()],
    )
  await expect(enter(boId, adaId, id)).rejects.toThrow(/invited_people_invite/)
  await expect(enter(joinedId, boId, null)).rejects.toThrow(/invited_people_pkey/)
  await expect(enter(boId, boId, null)).rejects.toThrow(/invited_people_other/)
  for (const change of ['update invited_people set inviter_id = invited_id', 'delete from invited_people'])
    await expect(test.ctx.db.query(change)).rejects.toThrow('append-only')
})
