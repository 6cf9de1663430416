import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import {
  earner,
  earnInBattle,
  openOf,
  redeem,
  redeeming,
  usdcOf,
} from '../../../../../tests/server/actors/redeeming.ts'
import { relate, relatePair, shareDevice } from '../../../../../tests/server/actors/related.ts'
import {
  type Admin,
  answerAppeal,
  appeal,
  approve,
  approveAppeal,
  cancel,
  decide,
  REVIEWED,
  reviewOf,
  signApproved,
  twoAdmins,
  waiting,
} from '../../../../../tests/server/actors/reviewing.ts'
import { follow } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { freezeRedemption } from '../index.ts'
import { approveReviewIn } from './answer-review.ts'
import { reviewsDue } from './reviews-due.ts'

const test = openForEach(() => testApp(REVIEWED))
let ada: Actor
let admins: [Admin, Admin]
beforeEach(async () => {
  admins = await twoAdmins(test)
  ada = await earner(test, 900)
})
const { withdraw, balances, finalise } = redeeming(() => test)
const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers'] })
const lapse = async (days: number) => {
  test.ctx.clock.advance({ hours: 24 * days })
  await reviewsDue(test.ctx).runBatch()
  for (const who of [ada, ...admins]) await who.signIn()
}
const notices = async (who: Actor) => (await who.call('GET /api/notifications')).map(({ title }) => title)

describe('a redemption above the limit', () => {
  it('is held and not signed, and says why and until when [steeze.review-held]', async () => {
    const bo = await earner(test, 600)
    const body = {
      amount: 600,
      usdcAmount: 42,
      signature: null,
      review: { reason: 'We check redemptions above 500 Steeze in 24 hours.', until: '2026-03-05T12:00:00.000Z' },
    }
    const reply = await redeem(ada, 600)
    expect(reply).toMatchObject({ status: 200, body })
    const { holdId } = reply.body
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    expect([await openOf(ada), await balances(bo)]).toEqual([null, { earned: 600, held: 0 }])
    expect(await reviewOf(ada)).toEqual({
      ...{ holdId, amount: 600, usdcAmount: 42, status: 'waiting', mayAppeal: true, answer: null, appeal: null },
      ...{ reason: body.review.reason, openedAt: '2026-03-02T12:00:00.000Z', until: body.review.until },
    })
    for (const one of admins) expect(await notices(one)).toContain('A redemption waits for you')
    const before = await state()
    const alone = { id: holdId, adminId: admins[0].id, reason: 'We looked at it.', answersAppeal: false }
    await expect(test.ctx.db.tx((tx) => approveReviewIn(test.ctx, tx, alone))).rejects.toMatchObject({
      code: 'SECOND_ADMIN_REQUIRED',
    })
    expect(await signApproved(ada, holdId)).toMatchObject(refusal(409, 'REDEMPTION_WAITING'))
    expect(await redeem(ada, 10)).toMatchObject(refusal(409, 'REDEMPTION_WAITING'))
    expect(await state()).toEqual(before)
    // Only signed redemptions use up a day's limit.
    expect(await redeem(bo, 500)).toMatchObject({ status: 200, body: { signature: expect.any(String) } })
  })

  it('is found again by a retry with the same key, and held once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await redeem(ada, 600, headers)
    await test.ctx.db.query('delete from idempotent_answers')
    expect((await redeem(ada, 600, headers)).body).toEqual(first.body)
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    await cancel(ada, first.body.holdId)
    await test.ctx.db.query('delete from idempotent_answers')
    expect(await redeem(ada, 600, headers)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
  })

  it('includes what was signed in the 24 hours before, withdrawn or not [steeze.redeem-unused-own]', async () => {
    await withdraw(ada, 400, (await redeem(ada, 400)).body)
    await finalise()
    expect((await redeem(ada, 100)).body.signature).not.toBeNull()
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    test.ctx.clock.advance({ hours: 1 })
    expect((await redeem(ada, 1)).body.signature).toBeNull()
    await cancel(ada, (await reviewOf(ada))?.holdId ?? '')
    test.ctx.clock.advance({ hours: 24 })
    await finalise()
    await ada.signIn()
    expect((await redeem(ada, 101)).body.signature).not.toBeNull()
  })
})

it('is counted by what became of it, and while it waits', async () => {
  const metrics = async () =>
    (await test.app.inject('/metrics')).body.split('\n').filter((line) => /^redemptions_(total|waiting)/.test(line))
  const bo = await earner(test, 900)
  expect(await metrics()).toEqual(['redemptions_waiting 0'])
  const { holdId } = (await redeem(ada, 100)).body
  await ada.send('POST', '/api/steeze/redeem/sign', { holdId })
  for (const [who, amount] of [
    [ada, 100],
    [bo, 1_000],
    [bo, 600],
  ] as const)
    await redeem(who, amount)
  expect((await metrics()).sort()).toEqual([
    'redemptions_total{outcome="REDEEM_AMOUNT_INVALID"} 1',
    'redemptions_total{outcome="REDEMPTION_OPEN"} 1',
    'redemptions_total{outcome="signed"} 2',
    'redemptions_total{outcome="waiting"} 1',
    'redemptions_waiting 1',
  ])
})

it('waits below the limit once a related account gifted [steeze.review-related]', async () => {
  const { ada: eve, cy } = await earnInBattle(test, 30)
  const [, other] = [await newcomer(test), await newcomer(test)]
  await relatePair(test, eve.id, (await other.me()).id)
  const signed = await redeem(eve, 10)
  expect(signed.body.signature).not.toBeNull()
  await withdraw(eve, 10, signed.body)
  await finalise()
  const [row] = await test.ctx.db.query<{ id: string }>(
    'select giver_id as id from battle_gifts where giver_id <> $1',
    [cy.id],
  )
  await relatePair(test, eve.id, row?.id ?? '')
  const { body } = await redeem(eve, 10)
  expect(body).toMatchObject({
    signature: null,
    review: { reason: 'An account that gifted you looks related to yours.' },
  })
  expect(Object.keys((body as { review?: object }).review ?? {}).sort()).toEqual(['reason', 'until'])
  // Below the limit one admin is enough.
  const [one] = admins
  await one.signIn()
  expect(await decide(one, body.holdId, 'approve')).toMatchObject({ status: 200, body: { isProposed: false } })
  expect(await signApproved(eve, body.holdId)).toMatchObject({ status: 200, body: { amount: 10 } })
})

it('waits also once the related giver has deleted the account [steeze.review-related]', async () => {
  const { ada: eve, fan } = await earnInBattle(test, 30)
  await shareDevice(test, [eve, fan])
  await relate(test)
  const waits = async () => (await redeem(eve, 10)).body
  const { holdId, signature } = await waits()
  expect(signature).toBeNull()
  await fan.signIn()
  await deleteAccount(fan)
  await relate(test)
  await cancel(eve, holdId)
  expect(await waits()).toMatchObject({
    signature: null,
    review: { reason: 'An account that gifted you looks related to yours.' },
  })
})

describe('once approved', () => {
  it('is signed, withdrawn and settled like any other [steeze.review-approved]', async () => {
    const id = await waiting(ada, 600)
    expect(await approve(admins, id)).toMatchObject({ status: 200 })
    expect(await reviewOf(ada)).toMatchObject({
      ...{ status: 'approved', answer: 'We looked at it.', mayAppeal: false, until: '2026-03-09T12:00:00.000Z' },
    })
    expect(await notices(ada)).toContain('Your redemption is approved')
    const [first, again] = [await signApproved(ada, id), await signApproved(ada, id)]
    expect(first).toMatchObject({ status: 200, body: { holdId: id, amount: 600, limit: 600 } })
    expect(again.body.limit).toBe(600)
    expect([await reviewOf(ada), await openOf(ada)]).toMatchObject([null, { holdId: id, amount: 600 }])
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    await withdraw(ada, 600, first.body)
    await finalise()
    expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 300, held: 0 }, 42])
    // The redemption is used up: neither the person nor the desk can change it.
    const before = await state()
    expect(await cancel(ada, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect(await appeal(ada, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    for (const step of ['approve', 'reject', 'undo'] as const)
      expect(await decide(admins[0], id, step)).toMatchObject(refusal(409, 'REVIEW_NOT_OPEN'))
    expect(await state()).toEqual(before)
  })

  it('is still refused to a frozen account', async () => {
    const id = await waiting(ada, 600)
    await approve(admins, id)
    await freezeRedemption(test.ctx, (await ada.me()).id, 'We are checking.')
    const before = await state()
    expect(await signApproved(ada, id)).toMatchObject(refusal(403, 'REDEMPTION_FROZEN'))
    expect(await state()).toEqual(before)
  })

  it('returns after seven days without a signature', async () => {
    const id = await waiting(ada, 600)
    await approve(admins, id)
    await lapse(6)
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    await lapse(1)
    expect(await balances(ada)).toEqual({ earned: 900, held: 0 })
    expect(await reviewOf(ada)).toMatchObject({ status: 'unused', until: null })
    expect(await notices(ada)).toContain('Your redemption ran out')
    expect(await signApproved(ada, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
  })
})

describe('a rejection', () => {
  it('returns the Steeze once, with the reason [steeze.review-rejected]', async () => {
    const id = await waiting(ada, 600)
    expect(await decide(admins[0], id, 'reject', 'The gifts are yours.')).toMatchObject({ status: 200 })
    expect(await balances(ada)).toEqual({ earned: 900, held: 0 })
    expect(await reviewOf(ada)).toMatchObject({ status: 'rejected', answer: 'The gifts are yours.', mayAppeal: true })
    expect(await notices(ada)).toContain('Your redemption was rejected')
    const before = await state()
    expect(await decide(admins[1], id, 'reject')).toMatchObject(refusal(409, 'REVIEW_NOT_OPEN'))
    expect(await cancel(ada, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect(await signApproved(ada, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect(await state()).toEqual(before)
  })

  it('is appealed once, answered in writing and redeemed [steeze.review-appeal]', async () => {
    const id = await waiting(ada, 600)
    await decide(admins[0], id, 'reject', 'The gifts are yours.')
    expect(await appeal(ada, id, 'no')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await appeal(ada, id, 'My fans gave it.')).toMatchObject({ status: 200 })
    const { appeal: filed, status } = (await reviewOf(ada)) ?? {}
    expect([status, filed]).toMatchObject(['waiting', { text: 'My fans gave it.', answer: null }])
    expect(await appeal(ada, id)).toMatchObject(refusal(409, 'APPEAL_USED'))
    expect(await balances(ada)).toEqual({ earned: 900, held: 0 })
    await approveAppeal(admins, id, 'You are right.')
    expect(await reviewOf(ada)).toMatchObject({
      ...{ status: 'approved', answer: 'The gifts are yours.', appeal: { answer: 'You are right.' } },
    })
    const { body } = await signApproved(ada, id)
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    await withdraw(ada, 600, body)
    await finalise()
    expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 300, held: 0 }, 42])
    const [newest] = (await ada.call('GET /api/receipts')).receipts
    const { transfers } = await ada.call('GET /api/receipts/:id', { params: { id: newest?.id ?? '' } })
    expect(transfers.map(({ from, to }) => [from.account, from.balance, to.account, to.balance])).toEqual([
      ['steeze_earned', 300, 'steeze_held', 600],
      ['steeze_held', 0, 'steeze_earned', 900],
      ['steeze_earned', 300, 'steeze_held', 600],
      ['steeze_held', 0, 'steeze_chain', null],
    ])
  })

  it('that stands after the appeal is final', async () => {
    const id = await waiting(ada, 600)
    await appeal(ada, id)
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    await answerAppeal(admins[0], id, 'reject', 'We have no doubt.')
    expect(await reviewOf(ada)).toMatchObject({
      ...{ status: 'rejected', mayAppeal: false, answer: null, appeal: { answer: 'We have no doubt.' } },
    })
    expect(await appeal(ada, id)).toMatchObject(refusal(409, 'APPEAL_USED'))
  })

  it('can’t be appealed while another redemption waits, nor by others', async () => {
    const id = await waiting(ada, 600)
    await decide(admins[0], id, 'reject')
    await waiting(ada, 700)
    const before = await state()
    expect(await appeal(ada, id)).toMatchObject(refusal(409, 'REDEMPTION_WAITING'))
    expect(await appeal(await newcomer(test), id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect((await state()).redemption_reviews).toEqual(before.redemption_reviews)
  })

  it('that was appealed holds again only what is there', async () => {
    const id = await waiting(ada, 600)
    await decide(admins[0], id, 'reject')
    await appeal(ada, id)
    await approveAppeal(admins, id)
    await test.ctx.db.query(`update redemption_reviews set amount = 901 where id = $1`, [id])
    const before = await state()
    expect(await signApproved(ada, id)).toMatchObject(refusal(409, 'REDEEM_AMOUNT_INVALID'))
    expect(await state()).toEqual(before)
  })
})

describe('while it waits', () => {
  it('can be cancelled by its owner [steeze.review-cancel]', async () => {
    const id = await waiting(ada, 600)
    const bo = await newcomer(test)
    expect(await cancel(bo, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect(await cancel(ada, id)).toMatchObject({ status: 200 })
    expect([await balances(ada), await reviewOf(ada)]).toEqual([{ earned: 900, held: 0 }, null])
    expect(await cancel(ada, id)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect(await balances(ada)).toEqual({ earned: 900, held: 0 })
    expect(await decide(admins[0], id, 'approve')).toMatchObject(refusal(409, 'REVIEW_NOT_OPEN'))
  })

  it('can be cancelled twice in 24 hours; each request notified the admins [steeze.check-redeem-lapses]', async () => {
    for (let time = 0; time < 2; time++) await cancel(ada, await waiting(ada, 600))
    const before = await state()
    const refused = await redeem(ada, 600)
    expect(refused).toMatchObject(refusal(409, 'REDEMPTION_LAPSES_USED'))
    expect(await state()).toEqual(before)
    test.ctx.clock.advance({ days: 1 })
    await ada.signIn()
    await waiting(ada, 600)
  })

  it('returns when nobody decides in time [steeze.review-until]', async () => {
    await waiting(ada, 600)
    const bo = await earner(test, 900)
    await waiting(bo, 600)
    await lapse(2)
    expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
    await lapse(1)
    // Both move in one posting, because a second one would lock holds out of order.
    await bo.signIn()
    expect(await balances(bo)).toEqual({ earned: 900, held: 0 })
    expect([await balances(ada), await reviewOf(ada)]).toMatchObject([
      { earned: 900, held: 0 },
      { status: 'unanswered', mayAppeal: false },
    ])
    expect(await notices(ada)).toContain('Your redemption wasn’t decided in time')
  })

  it('keeps the account, and its data names it', async () => {
    const id = await waiting(ada, 600)
    await appeal(ada, id, 'It is mine.')
    const { username } = await ada.me()
    const remove = async () =>
      ada.send('POST', '/api/user/delete', { confirmation: username, proof: await ada.freshProof('delete-account') })
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_IN_USE', data: { unfinished: { redemptions: [{ id, amount: 600 }] } } },
    })
    const { body } = await ada.send<{ data: Record<string, unknown[]> }>('GET', '/api/user/export')
    expect(body.data.redemption_reviews).toMatchObject([{ id, appeal: 'It is mine.', status: 'waiting' }])
    await cancel(ada, id)
    expect(await remove()).toMatchObject({ status: 200 })
    expect(await test.ctx.db.query('select appeal from redemption_reviews')).toEqual([{ appeal: '' }])
  })

  it('is held exactly, or the audit says so', async () => {
    const id = await waiting(ada, 600)
    const { auditSteeze } = await import('../index.ts')
    expect((await auditSteeze(test.ctx.db)).broken).toEqual([])
    await test.ctx.db.query('update redemption_reviews set amount = 601 where id = $1', [id])
    expect((await auditSteeze(test.ctx.db)).broken).toMatchObject([
      { promise: 'redemption holds match the open redemptions' },
    ])
    await test.ctx.db.query('update redemption_reviews set amount = 600 where id = $1', [id])
  })
})
