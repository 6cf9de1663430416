import { DECLINE_REASONS } from '@aura/api/decline-reasons'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  apOf,
  challenge,
  creator,
  grantAp,
  readBattle,
  STARTS_AT,
  type StepPath,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const NOW = '2026-03-02T12:00:00Z'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set(NOW))

async function pendingBattle() {
  const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
  const { id } = await challenge(ada, bo.id)
  return { ada, bo, cy, id }
}

async function refused(id: string, tries: [Actor, StepPath, number, Parameters<typeof refusal>[1]][]) {
  for (const [who, name, status, code] of tries) {
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    expect([name, await step(who, id, name)]).toMatchObject([name, refusal(status, code)])
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
  }
}

const noticesOf = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).map(({ type, title }) => ({ type, title }))

describe('a pending challenge', () => {
  it('is accepted by its opponent, whose stake is then held [battles.state-accepted] [notifications.accepted-type] [ledger.holds]', async () => {
    const { ada, bo, cy, id } = await pendingBattle()
    const bystander = await databaseState(test.ctx.db)
    expect((await readBattle(bo, id)).can).toMatchObject({ accept: { allowed: true }, reject: { allowed: true } })
    expect(await step(bo, id, 'accept')).toMatchObject({
      status: 200,
      body: {
        status: 'accepted',
        can: { requestCancellation: { allowed: true }, accept: { reason: 'BATTLE_NOT_PENDING' } },
      },
    })
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 750 }))
    expect(await apOf(cy)).toEqual({ total: 1_000, free: 1_000 })
    const { username } = await bo.me()
    expect(await noticesOf(ada)).toEqual([{ type: 'battle_accepted', title: `${username} accepted your challenge` }])
    const after = await databaseState(test.ctx.db)
    expect(after.users).toEqual(bystander.users)
    expect(after.lesson_completions).toEqual(bystander.lesson_completions)
  })

  it('is rejected by its opponent, and the stake is returned [battles.state-rejected] [notifications.rejected-type]', async () => {
    const { ada, bo, id } = await pendingBattle()
    expect(await step(bo, id, 'reject')).toMatchObject({ status: 200, body: { status: 'rejected' } })
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
    expect(await noticesOf(ada)).toMatchObject([{ type: 'battle_rejected' }])
  })

  it('is rejected with a reason of the list, which only the challenger is told [battles.decline-reason]', async () => {
    const [{ ada, bo, cy, id }, other] = [await pendingBattle(), await pendingBattle()]
    const decline = (reason: string) => bo.send('POST', `/api/battles/${id}/reject`, { reason })
    expect(await decline('stake')).toMatchObject({ status: 200, body: { status: 'rejected', declineReason: 'stake' } })
    expect((await readBattle(ada, id)).declineReason).toBe('stake')
    expect((await readBattle(cy, id)).declineReason).toBeNull()
    expect((await readBattle(new Actor(test), id)).declineReason).toBeNull()
    const [notice] = await ada.call('GET /api/notifications')
    expect(notice?.message).toContain(`“${DECLINE_REASONS.stake}” Your 250 AP were returned.`)
    await step(other.bo, other.id, 'reject')
    expect((await readBattle(other.ada, other.id)).declineReason).toBeNull()
  })

  it('is withdrawn by its challenger, and the stake is returned [battles.state-withdrawn]', async () => {
    const { ada, bo, id } = await pendingBattle()
    expect(await step(ada, id, 'withdraw')).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
    expect(await noticesOf(bo)).toMatchObject([{ type: 'battle_update' }, { type: 'battle_challenge' }])
  })

  it('is decided by nobody once it is over by the clock', async () => {
    const { bo, id } = await pendingBattle()
    test.ctx.clock.set(STARTS_AT)
    await refused(id, [[bo, 'reject', 409, 'BATTLE_NOT_PENDING']])
  })

  it('checks the opponent’s balance again on accept [battles.check-accept-balance-again]', async () => {
    const { ada, bo, cy, id } = await pendingBattle()
    await challenge(bo, cy.id, { stakeAmount: 751 })
    await refused(id, [[bo, 'accept', 409, 'BATTLE_STAKE_TOO_HIGH']])
    expect((await readBattle(bo, id)).can.accept).toEqual({ allowed: false, reason: 'BATTLE_STAKE_TOO_HIGH' })
    await grantAp(test.ctx, bo.id, 1)
    expect(await step(bo, id, 'accept')).toMatchObject({ status: 200 })
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 750 })
    expect(await apOf(bo)).toEqual({ total: 1_001, free: 0 })
  })
})

describe('an accepted battle', () => {
  it('is cancelled when the other participant agrees [battles.state-cancellation-requested] [battles.state-cancelled]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const [asker, other] = [bo, ada]
    expect(await step(asker, id, 'request-cancellation')).toMatchObject({
      body: { status: 'cancellation_requested', cancellationRequestedBy: asker.id },
    })
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 750 }))
    const { username } = await asker.me()
    expect((await noticesOf(other))[0]).toEqual({ type: 'battle_update', title: `${username} asked to cancel` })
    expect(await step(other, id, 'approve-cancellation')).toMatchObject({
      body: { status: 'cancelled', cancellationRequestedBy: null, cancelReason: null },
    })
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
    for (const who of [ada, bo]) expect((await noticesOf(who))[0]?.title).toBe('Battle cancelled by mutual agreement')
  })

  it('is accepted again when the requester takes it back, three times a side; the notice is replaced [battles.check-take-back] [battles.check-cancellation-times] [notifications.replaced]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    for (let round = 0; round < BATTLE_RULES.cancellationRequests; round++) {
      await step(ada, id, 'request-cancellation')
      expect((await readBattle(ada, id)).can).toMatchObject({
        takeBackCancellation: { allowed: true },
        approveCancellation: { allowed: false, reason: 'BATTLE_CANCELLATION_OWN' },
      })
      await refused(id, [[bo, 'take-back-cancellation', 403, 'BATTLE_CANCELLATION_OTHERS']])
      expect(await step(ada, id, 'take-back-cancellation')).toMatchObject({
        body: { status: 'accepted', cancellationRequestedBy: null },
      })
    }
    expect((await readBattle(ada, id)).can.requestCancellation).toEqual({
      allowed: false,
      reason: 'BATTLE_CANCELLATIONS_USED_UP',
    })
    await refused(id, [[ada, 'request-cancellation', 409, 'BATTLE_CANCELLATIONS_USED_UP']])
    const titles = async () => (await noticesOf(bo)).map(({ title }) => title.split(' ').slice(1).join(' '))
    expect(await titles()).toEqual(['wants to battle after all', 'challenged you'])
    expect((await step(bo, id, 'request-cancellation')).status).toBe(200)
    expect((await step(ada, id, 'approve-cancellation')).status).toBe(200)
    expect(await titles()).toEqual(['cancelled by mutual agreement', 'wants to battle after all', 'challenged you'])
  })
})

describe('any transition', () => {
  it('of an unknown battle is refused', async () => {
    const ada = await creator(test)
    await refused('f47ac10b-58cc-4372-a567-0e02b2c3d479', [[ada, 'accept', 404, 'BATTLE_NOT_FOUND']])
  })

  it('with a key used for another battle is refused, even after its stored response expired', async () => {
    const { ada, bo, id } = await pendingBattle()
    const headers = { 'idempotency-key': 'reject-this-one' }
    expect((await step(bo, id, 'reject', headers)).status).toBe(200)
    await test.ctx.db.query('delete from idempotent_answers')
    const other = await challenge(ada, bo.id)
    expect(await step(bo, other.id, 'reject', headers)).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'))
    expect((await readBattle(bo, other.id)).status).toBe('pending')
  })

  it('retried with its key succeeds and happens once, even if its response was lost', async () => {
    const { ada, bo, id } = await pendingBattle()
    const headers = { 'idempotency-key': 'accept-it-once' }
    expect(await step(bo, id, 'accept', headers)).toMatchObject({ status: 200 })
    await test.ctx.db.query('delete from idempotent_answers')
    expect(await step(bo, id, 'accept', headers)).toMatchObject({ status: 200, body: { status: 'accepted' } })
    expect(await apOf(bo)).toEqual({ total: 1_000, free: 750 })
    expect((await noticesOf(ada)).length).toBe(1)
    expect(await step(bo, id, 'accept', { 'idempotency-key': 'another-accept' })).toMatchObject(
      refusal(409, 'BATTLE_NOT_PENDING'),
    )
  })
})
