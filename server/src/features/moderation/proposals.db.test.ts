import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import { creator, fundSteeze, gift, liveBattle, readBattle, steezeOf } from '../../../../tests/server/actors/battles.ts'
import { databaseState, unchanged } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { voidBattle } from '../battles/index.ts'
import { updateIsAdmin } from '../profile/index.ts'
import { freezeRedemption, unfreezeRedemption } from '../steeze/index.ts'

type Admin = Awaited<ReturnType<typeof admin>>

const test = openForEach(testApp)
let one: Admin
let two: Admin
beforeEach(async () => {
  ;[one, two] = [await admin(test), await admin(test)]
})

const open = () => one.call('GET /api/admin/proposals')
const decide = (who: Actor, id: string, decision: 'confirm' | 'withdraw' = 'confirm') =>
  who.send('POST', `/api/admin/proposals/${id}/${decision}`)
const unfreeze = (who: Actor, id: string, reason = 'All explained') =>
  who.send('POST', `/api/admin/people/${id}/unfreeze-redemption`, { reason })
const frozen = async (id: string) => {
  const [person] = await one.call('GET /api/admin/people', { query: { q: id } })
  return person?.redemptionFreeze !== null
}
const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers'] })

async function frozenPerson() {
  const person = await creator(test)
  await freezeRedemption(test.ctx, person.id, 'We are checking.')
  return person
}

async function proposal(id: string): Promise<string> {
  await unfreeze(one, id)
  return (await open()).find(({ subject }) => subject === id)?.id ?? ''
}

it('unfreezing waits for another admin, and the log has both [admin.two-admins]', async () => {
  const [bo, other] = [await frozenPerson(), await frozenPerson()]
  for (const _ of [1, 2]) expect(await unfreeze(one, bo.id)).toMatchObject({ status: 200 })
  const [waiting, ...more] = await open()
  expect(more).toEqual([])
  expect(waiting).toMatchObject({
    action: 'unfreeze-redemption',
    subject: bo.id,
    subjectName: (await bo.me()).username,
    reason: 'All explained',
    proposer: { id: one.id },
    lapsesAt: '2026-03-03T12:00:00.000Z',
  })
  const id = waiting?.id ?? ''
  const before = await state()
  expect(await decide(one, id)).toMatchObject(refusal(409, 'PROPOSAL_OWN'))
  expect(await decide(two, randomUUID())).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  expect(await state()).toEqual(before)
  expect(await decide(two, id)).toMatchObject({ status: 200 })
  expect([await frozen(bo.id), await frozen(other.id)]).toEqual([false, true])
  expect(await open()).toEqual([])
  expect(await logged(one, 2)).toMatchObject([
    { action: 'unfreeze-redemption', subject: bo.id, admin: { id: two.id } },
    { action: 'propose-unfreeze-redemption', subject: bo.id, admin: { id: one.id } },
  ])
  expect(await decide(two, id)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
})

it('calling a battle off takes another admin once somebody gifted, in one transaction [admin.two-admins]', async () => {
  const plain = await liveBattle(test)
  await one.signIn()
  const reason = 'The stream was down'
  const call = (id: string) => one.send('POST', `/api/admin/battles/${id}/void`, { reason })
  await gift(plain.cy, plain.id, plain.bo.id, 7)
  await expect(voidBattle(test.ctx, { battleId: plain.id, reason, adminId: one.id })).rejects.toThrow(
    expect.objectContaining({ code: 'SECOND_ADMIN_REQUIRED' }),
  )
  expect(await call(plain.id)).toMatchObject({ status: 200, body: { isProposed: true } })
  expect((await readBattle(plain.cy, plain.id)).status).toBe('active')
  await two.signIn()
  const id = (await open())[0]?.id ?? ''
  // An admin who gifted may neither propose nor confirm.
  await fundSteeze(test.ctx, two.id, { purchased: 3 })
  await gift(two, plain.id, plain.bo.id, 3)
  await unchanged(state, async () => expect(await decide(two, id)).toMatchObject(refusal(409, 'ADMIN_OWN_CASE')))
  const three = await admin(test)
  expect(await decide(three, id)).toMatchObject({ status: 200 })
  expect(await readBattle(plain.cy, plain.id)).toMatchObject({ status: 'cancelled', cancelReason: reason })
  expect(await steezeOf(plain.cy)).toMatchObject({ purchasedSteeze: 100 })
})

it('a proposal is withdrawn by its admin alone, lapses, and ends with the proposer’s role [admin.two-admins]', async () => {
  const bo = await frozenPerson()
  const first = await proposal(bo.id)
  expect(await decide(two, first, 'withdraw')).toMatchObject(refusal(409, 'PROPOSAL_OTHERS'))
  expect(await decide(one, first, 'withdraw')).toMatchObject({ status: 200 })
  expect(await decide(two, first)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  expect((await logged(one))[0]).toMatchObject({ action: 'withdraw-proposal', subject: bo.id })

  const second = await proposal(bo.id)
  test.ctx.clock.advance({ hours: 24 })
  for (const who of [one, two]) await who.signIn()
  expect(await open()).toEqual([])
  expect(await decide(two, second)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  const third = await proposal(bo.id)
  expect(third).not.toBe('')
  await updateIsAdmin(test.ctx.db, one.id, false)
  expect(await decide(two, third)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  await updateIsAdmin(test.ctx.db, one.id, true)
  expect(await frozen(bo.id)).toBe(true)
})

it('a proposal ends with the freeze it was about, and lifts no later one [admin.two-admins]', async () => {
  const bo = await frozenPerson()
  const stale = await proposal(bo.id)
  await unfreezeRedemption(test.ctx, bo.id)
  expect(await open()).toEqual([])
  expect(await decide(two, stale)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  test.ctx.clock.advance({ minutes: 1 })
  await freezeRedemption(test.ctx, bo.id, 'Something new.')
  expect(await open()).toEqual([])
  await unchanged(state, async () => expect(await decide(two, stale)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN')))
  expect(await frozen(bo.id)).toBe(true)
  // The old proposal doesn't prevent one about the new freeze.
  expect(await decide(two, await proposal(bo.id))).toMatchObject({ status: 200 })
  expect(await frozen(bo.id)).toBe(false)
})

it('what nobody can confirm makes way for another admin’s proposal [admin.two-admins]', async () => {
  const three = await admin(test)
  const bo = await frozenPerson()
  const first = await proposal(bo.id)
  await updateIsAdmin(test.ctx.db, one.id, false)
  expect(await two.call('GET /api/admin/proposals')).toEqual([])
  await unfreeze(two, bo.id, 'I looked, too')
  const [second, ...more] = await three.call('GET /api/admin/proposals')
  expect([second, more]).toMatchObject([{ reason: 'I looked, too', proposer: { id: two.id } }, []])
  await updateIsAdmin(test.ctx.db, one.id, true)
  expect(await decide(three, first)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  // A valid proposal stays, and a second one adds nothing.
  await unfreeze(three, bo.id, 'Me, too')
  expect(await open()).toMatchObject([{ id: second?.id }])
  expect(await decide(three, second?.id ?? '')).toMatchObject({ status: 200 })

  const battle = await liveBattle(test)
  for (const who of [one, two, three]) await who.signIn()
  const call = (who: Actor) =>
    who.send('POST', `/api/admin/battles/${battle.id}/void`, { reason: 'The stream was down' })
  await gift(battle.cy, battle.id, battle.bo.id, 7)
  await call(one)
  await fundSteeze(test.ctx, one.id, { purchased: 3 })
  await gift(one, battle.id, battle.bo.id, 3)
  expect(await open()).toEqual([])
  await call(two)
  const [voiding] = await open()
  expect(voiding).toMatchObject({ proposer: { id: two.id } })
  expect(await decide(three, voiding?.id ?? '')).toMatchObject({ status: 200 })
})
