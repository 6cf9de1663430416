import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import {
  apOf,
  challenge,
  creator,
  gift,
  liveBattle,
  readBattle,
  runAt,
  steezeOf,
} from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { databaseState, unchanged } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { findSuspended } from '../suspension/index.ts'
import { suspendPerson } from './index.ts'

const test = openForAll(testApp)
let ada: Awaited<ReturnType<typeof admin>>
beforeAll(async () => {
  ada = await admin(test)
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const state = () => databaseState(test.ctx.db, { except: ['sessions', 'auth_nonces'] })
const people = (query: Record<string, string> = {}) => ada.call('GET /api/admin/people', { query })
const act = (name: string, id: string, reason: unknown = 'A good reason') =>
  ada.send<Record<string, unknown>>('POST', `/api/admin/people/${id}/${name}`, { reason })

/** Lets another admin confirm the proposal for a battle or person. */
async function confirmed(subject: string) {
  const second = await admin(test)
  const id = (await second.call('GET /api/admin/proposals')).find((proposal) => proposal.subject === subject)?.id ?? ''
  expect(await second.send('POST', `/api/admin/proposals/${id}/confirm`)).toMatchObject({ status: 200 })
}

describe('administering people', () => {
  it('finds them by name, wallet and id, newest first', async () => {
    await creator(test)
    // Bo joins later than the users of all other tests.
    test.ctx.clock.advance({ days: 1 })
    await ada.signIn()
    const bo = await creator(test)
    const { username } = await bo.me()
    const person = {
      id: bo.id,
      username,
      walletAddress: bo.wallet.address,
      isAdmin: false,
      suspension: null,
      redemptionFreeze: null,
    }
    expect((await people())[0]?.id).toBe(bo.id)
    for (const q of [username.slice(1).toUpperCase(), bo.wallet.address.slice(0, 12), bo.id, `@${username}`]) {
      expect(await people({ q })).toMatchObject([person])
    }
    expect(await people({ q: 'nobody_at_all' })).toEqual([])
    expect(await people({ q: ada.id })).toMatchObject([{ isAdmin: true }])
    const all = await people({ limit: '100' })
    expect([...(await people({ limit: '2' })), ...(await people({ after: all[1]?.id ?? '', limit: '100' }))]).toEqual(
      all,
    )
  })

  it('suspends with a reason and reinstates, logging each once [admin.suspend] [admin.log]', async () => {
    const [bo, cy] = [await creator(test), await creator(test)]
    const suspension = { reason: 'Two accounts', since: test.ctx.clock.now().toISOString() }
    expect(await act('suspend', bo.id, '  Two accounts ')).toMatchObject({ status: 200, body: { suspension } })
    expect((await bo.me()).restriction).toMatchObject({ reason: 'Two accounts' })
    expect(await people({ view: 'suspended', q: bo.id })).toMatchObject([{ suspension }])
    expect(await people({ view: 'suspended', q: cy.id })).toEqual([])
    const entry = { action: 'suspend', subject: bo.id, subjectName: (await bo.me()).username, reason: 'Two accounts' }
    expect((await logged(ada))[0]).toMatchObject({ ...entry, admin: { id: ada.id } })
    await unchanged(state, async () =>
      expect((await act('suspend', bo.id, 'Again')).body).toMatchObject({ suspension }),
    )
    expect((await act('lift', bo.id, 'It was a mistake')).body).toMatchObject({ suspension: null })
    expect((await bo.me()).restriction).toBeNull()
    expect((await logged(ada))[0]).toMatchObject({ action: 'lift', subject: bo.id, reason: 'It was a mistake' })
    expect((await cy.me()).restriction).toBeNull()
  })

  it('accepts an id in upper case: challenges end and the log has it', async () => {
    const [bo, cy] = [await creator(test), await creator(test)]
    const { id } = await challenge(bo, cy.id)
    await act('suspend', bo.id.toUpperCase(), 'Two accounts')
    expect((await readBattle(cy, id)).status).toBe('withdrawn')
    expect((await logged(ada))[0]).toMatchObject({ action: 'suspend', subject: bo.id })
  })

  it('freezes and unfreezes redemption [admin.freeze]', async () => {
    const bo = await creator(test)
    expect((await act('freeze-redemption', bo.id, 'We are checking.')).body).toMatchObject({
      redemptionFreeze: { reason: 'We are checking.' },
    })
    expect(await bo.send('POST', '/api/steeze/redeem', { amount: 1 })).toMatchObject({
      ...refusal(403, 'REDEMPTION_FROZEN'),
      body: { message: 'Redeeming is frozen for your account: We are checking.' },
    })
    expect((await logged(ada))[0]).toMatchObject({ action: 'freeze-redemption', subject: bo.id })
    expect((await findSuspended(test.ctx.db, [bo.id])).size).toBe(0)
    expect((await act('unfreeze-redemption', bo.id)).body).toMatchObject({
      redemptionFreeze: { reason: 'We are checking.' },
    })
    await confirmed(bo.id)
    expect((await people({ q: bo.id }))[0]).toMatchObject({ redemptionFreeze: null })
    expect((await logged(ada))[0]).toMatchObject({ action: 'unfreeze-redemption', subject: bo.id })
  })

  it('requires a person and a displayable reason [admin.people-reason]', async () => {
    const bo = await creator(test)
    const before = await state()
    for (const name of ['suspend', 'lift', 'freeze-redemption', 'unfreeze-redemption']) {
      expect(await act(name, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
      expect(await act(name, bo.id, '  a ')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    }
    expect(await state()).toEqual(before)
  })

  it('never suspends or freezes admins, nor whose other account is one [admin.not-admins]', async () => {
    const [bo, cy] = [await admin(test), await creator(test)]
    await test.ctx.db.query(
      'insert into continued_accounts (earlier_id, later_id, is_return, continued_at) values ($1, $2, false, $3)',
      [cy.id, bo.id, test.ctx.clock.now()],
    )
    const before = await state()
    for (const { id } of [ada, bo, cy]) {
      expect(await act('suspend', id)).toMatchObject(refusal(409, 'ADMIN_NOT_RESTRICTED'))
      expect(await act('freeze-redemption', id)).toMatchObject(refusal(409, 'ADMIN_NOT_RESTRICTED'))
    }
    expect(await state()).toEqual(before)
  })
})

describe('voiding a battle', () => {
  const voidIt = (id: string, reason: unknown = 'The stream was down') =>
    ada.send('POST', `/api/admin/battles/${id}/void`, { reason })

  it('returns everything, even when live, and leaves other battles alone [admin.void] [admin.log]', async () => {
    const battle = await liveBattle(test, { purchased: 60, earned: 40 })
    await gift(battle.cy, battle.id, battle.ada.id, 80)
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const other = await liveBattle(test)
    await ada.signIn()
    test.changedTopics()
    expect(await voidIt(battle.id)).toMatchObject({ status: 200, body: { isProposed: true } })
    await confirmed(battle.id)
    expect(test.changedTopics()).toEqual(expect.arrayContaining([`battle:${battle.id}`, `user:${battle.cy.id}`]))
    expect(await readBattle(battle.bo, battle.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'The stream was down',
    })
    expect([await apOf(battle.ada), await apOf(battle.bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
    expect(await steezeOf(battle.cy)).toEqual({ purchasedSteeze: 60, battleEarnedSteeze: 40 })
    expect((await readBattle(other.bo, other.id)).status).toBe('active')
    expect((await logged(ada))[0]).toMatchObject({
      action: 'void-battle',
      subjectKind: 'battle',
      subject: battle.id,
      reason: 'The stream was down',
    })
  })

  it('is refused to an admin who plays in it, but not to another', async () => {
    const [bo, opponent] = [await admin(test), await creator(test)]
    const { id } = await challenge(bo, opponent.id)
    await opponent.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
    const own = () => bo.send('POST', `/api/admin/battles/${id}/void`, { reason: 'I am losing' })
    await unchanged(state, async () => expect(await own()).toMatchObject(refusal(409, 'ADMIN_OWN_CASE')))
    expect(await voidIt(id)).toMatchObject({ status: 200, body: { isProposed: false } })
  })

  it.each([
    ['The stream was down', 'The stream was down.'],
    ['They said “stop.”', 'They said “stop.”'],
  ])('explains the reason to everyone in whole sentences: %s', async (reason, said) => {
    const { ada: challenger, bo, cy, id } = await liveBattle(test)
    await gift(cy, id, bo.id, 7)
    await ada.signIn()
    expect(await voidIt(id, reason)).toMatchObject({ status: 200 })
    await confirmed(id)
    const name = `Battle #${id.slice(0, 8)}`
    for (const [who, back] of [
      [challenger, 'Your 250 AP were returned.'],
      [bo, 'Your 250 AP were returned.'],
      [cy, 'Your 7 Steeze were returned.'],
    ] as const) {
      const messages = (await who.call('GET /api/notifications')).map(({ message }) => message)
      expect(messages).toContain(`${name}: ${said} ${back}`)
    }
  })

  it('is refused when it is over, unknown or given no reason', async () => {
    const battle = await liveBattle(test)
    await ada.signIn()
    const before = await state()
    expect(await voidIt(battle.id, '\u200B\u3164\u202E\u2800')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await voidIt(randomUUID())).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    expect(await state()).toEqual(before)
    await runAt(test, '2026-03-02T20:00:00.000Z')
    await ada.signIn()
    expect(await voidIt(battle.id)).toMatchObject(refusal(409, 'BATTLE_NOT_VOIDABLE'))
  })
})

describe('the admin log', () => {
  it('is searchable, paged and append-only [admin.log-append-only]', async () => {
    const [bo, cy] = [await creator(test), await creator(test)]
    for (const { id } of [bo, cy]) await act('suspend', id)
    const { username } = await bo.me()
    const of = (query: Record<string, string>) => ada.call('GET /api/admin/actions', { query })
    expect(await of({ q: username })).toMatchObject([{ subject: bo.id }])
    expect(await of({ q: cy.id })).toMatchObject([{ subject: cy.id }])
    const [newest, next] = await of({ limit: '2' })
    expect(await of({ limit: '1', before: String(newest?.id) })).toEqual([next])
    const before = await state()
    for (const change of [
      `update admin_actions set reason = 'Another'`,
      'delete from admin_actions',
      'truncate admin_actions',
    ]) {
      await expect(test.ctx.db.query(change)).rejects.toThrow(/append-only/)
    }
    expect(await state()).toEqual(before)
  })

  it('names nobody whose account is deleted [admin.log]', async () => {
    const [bo, cy] = [await admin(test), await creator(test)]
    for (const step of ['suspend', 'lift'])
      await bo.send('POST', `/api/admin/people/${cy.id}/${step}`, { reason: 'Insults' })
    expect((await logged(ada))[0]).toMatchObject({
      admin: { username: bo.username },
      subjectName: (await cy.me()).username,
    })
    for (const who of [bo, cy]) await deleteAccount(who)
    expect((await logged(ada))[0]).toMatchObject({
      ...{ action: 'lift', admin: { id: bo.id, username: null } },
      ...{ subject: cy.id, subjectName: null },
    })
  })

  it('shows shell actions without an admin [admin.log]', async () => {
    const bo = await creator(test)
    await suspendPerson(test.ctx, { userId: bo.id, reason: 'By hand', adminId: null })
    expect((await logged(ada))[0]).toMatchObject({ admin: null, subject: bo.id, reason: 'By hand' })
  })
})
