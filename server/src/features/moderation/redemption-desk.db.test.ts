import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { logged } from '../../../../tests/server/actors/admins.ts'
import { gift } from '../../../../tests/server/actors/battles.ts'
import { earner, earnInBattle, redeem, redeeming } from '../../../../tests/server/actors/redeeming.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import {
  type Admin,
  answerAppeal,
  appeal,
  approve,
  cancel,
  confirmProposal,
  decide,
  desk,
  REVIEWED,
  reviewOf,
  signApproved,
  twoAdmins,
  waiting,
} from '../../../../tests/server/actors/reviewing.ts'
import { earn } from '../../../../tests/server/chain/chain.ts'
import { databaseState, unchanged } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForEach(() => testApp(REVIEWED))
let admins: [Admin, Admin]
let one: Admin
let two: Admin
let ada: Actor
beforeEach(async () => {
  admins = await twoAdmins(test)
  ;[one, two] = admins
  ada = await earner(test, 900)
})
const { balances, finalise } = redeeming(() => test)
const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers'] })
const neighbours = (who: Actor, id: string) => who.call('GET /api/admin/redemptions/:id', { params: { id } })

it('lists what waits, those due first, with the reason and the appeal [admin.redemption-desk]', async () => {
  const bo = await earner(test, 600)
  const first = await waiting(ada, 600)
  test.ctx.clock.advance({ hours: 1 })
  // Admins need a fresh sign-in to decide.
  await one.signIn()
  const second = await waiting(bo, 501)
  await appeal(bo, second, 'Payday.')
  const { waiting: list, decided } = await desk(one)
  expect(decided).toEqual([])
  expect(list).toMatchObject([
    { id: first, amount: 600, usdcAmount: 42, needsSecond: true, until: '2026-03-05T12:00:00.000Z', appeal: null },
    { id: second, person: { username: (await bo.me()).username }, appeal: { text: 'Payday.', answer: null } },
  ])
  expect(list[0]?.reason).toBe('We check redemptions above 500 Steeze in 24 hours.')
  await decide(one, first, 'reject', 'A ring.')
  expect(await desk(two)).toMatchObject({
    waiting: [{ id: second }],
    decided: [{ id: first, status: 'rejected', answer: 'A ring.', decidedAt: '2026-03-02T13:00:00.000Z' }],
  })
})

it('shows the accounts around a redemption, and the log keeps who read it [admin.redemption-neighbours]', async () => {
  const { ada: eve, cy } = await earnInBattle(test, 30)
  await earn(test, eve, 600)
  await finalise()
  await one.signIn()
  const [fan] = await test.ctx.db.query<{ id: string }>('select giver_id as id from battle_gifts')
  await relatePair(test, eve.id, fan?.id ?? '')
  await relatePair(test, eve.id, cy.id, false)
  const id = await waiting(eve, 600)
  expect(await reviewOf(eve)).toMatchObject({ reason: expect.stringContaining('looks related to yours') })
  const shown = await neighbours(one, id)
  expect(shown.redeemed).toBe(0)
  expect(shown.neighbours).toHaveLength(2)
  expect(shown.neighbours).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ person: expect.objectContaining({ id: fan?.id }), score: 120, isRelated: true, gifted: 30 },
        reasons: [{ kind: 'device', points: 120, accounts: 2 }],
      }),
      expect.objectContaining({ person: expect.objectContaining({ id: cy.id }), isRelated: false, gifted: 0 }),
    ]),
  )
  expect(await logged(one)).toMatchObject([{ action: 'read-redemption', subject: eve.id, admin: { id: one.id } }])
  expect(await one.send('GET', `/api/admin/redemptions/${randomUUID()}`)).toMatchObject(
    refusal(404, 'REDEMPTION_NOT_FOUND'),
  )
})

it('above the limit takes another admin, and the log has both [admin.two-admins] [admin.redemption-desk]', async () => {
  const bo = await earner(test, 600)
  const id = await waiting(ada, 600)
  await waiting(bo, 600)
  for (const _ of [1, 2])
    expect(await decide(one, id, 'approve', 'Fans')).toMatchObject({ status: 200, body: { isProposed: true } })
  expect(await one.call('GET /api/admin/proposals')).toMatchObject([
    {
      ...{ action: 'approve-redemption', subject: id, reason: 'Fans', proposer: { id: one.id } },
      ...{ personId: (await ada.me()).id, subjectName: (await ada.me()).username },
    },
  ])
  const before = await state()
  expect(await confirmProposal(one, id)).toMatchObject(refusal(409, 'PROPOSAL_OWN'))
  expect(await signApproved(ada, id)).toMatchObject(refusal(409, 'REDEMPTION_WAITING'))
  expect(await state()).toEqual(before)
  expect(await confirmProposal(two, id)).toMatchObject({ status: 200 })
  expect([(await reviewOf(ada))?.status, (await reviewOf(bo))?.status]).toEqual(['approved', 'waiting'])
  expect(await logged(one, 2)).toMatchObject([
    { action: 'approve-redemption', subject: (await ada.me()).id, admin: { id: two.id }, reason: '600 Steeze: Fans' },
    { action: 'propose-approve-redemption', subject: (await ada.me()).id, admin: { id: one.id } },
  ])
  expect(await decide(one, randomUUID(), 'approve')).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
})

it.each(['undone', 'appealed'])(
  'a rejection that is %s counts what was redeemed since [admin.two-admins]',
  async (how) => {
    const { ada: eve, fan } = await earnInBattle(test, 30)
    await earn(test, eve, 600)
    await finalise()
    await relatePair(test, eve.id, (await fan.me()).id)
    await one.signIn()
    const rejected = await waiting(eve, 300)
    expect(await decide(one, rejected, 'reject')).toMatchObject({ status: 200 })
    const approved = await waiting(eve, 300)
    expect(await decide(one, approved, 'approve')).toMatchObject({ body: { isProposed: false } })
    expect(await signApproved(eve, approved)).toMatchObject({ status: 200 })
    await (how === 'undone' ? decide(one, rejected, 'undo') : appeal(eve, rejected))
    expect((await desk(one)).waiting).toMatchObject([{ id: rejected, needsSecond: true }])
    expect((await neighbours(one, rejected)).redeemed).toBe(300)
    expect(await answerAppeal(one, rejected, 'approve')).toMatchObject({ body: { isProposed: true } })
  },
)

it('a proposal ends with what it is about, and can be withdrawn', async () => {
  const id = await waiting(ada, 600)
  await decide(one, id, 'approve')
  await cancel(ada, id)
  expect(await confirmProposal(two, id)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  const [open] = await one.call('GET /api/admin/proposals')
  expect(await one.send('POST', `/api/admin/proposals/${open?.id}/withdraw`)).toMatchObject({ status: 200 })
  expect(await logged(one)).toMatchObject([{ action: 'withdraw-proposal', subject: (await ada.me()).id }])
  // Another redemption of the same person needs its own proposal.
  const next = await waiting(ada, 700)
  expect(await confirmProposal(two, id)).toMatchObject({ status: 400 })
  expect(await reviewOf(ada)).toMatchObject({ holdId: next, status: 'waiting' })
})

it('a rejection ends the proposal, so that it answers no appeal', async () => {
  const id = await waiting(ada, 600)
  await decide(one, id, 'approve', 'Fans')
  await decide(two, id, 'reject')
  expect(await one.call('GET /api/admin/proposals')).toEqual([])
  await appeal(ada, id)
  expect((await reviewOf(ada))?.status).toBe('waiting')
  await answerAppeal(two, id, 'approve', 'We read the appeal.')
  expect(await one.call('GET /api/admin/proposals')).toMatchObject([{ reason: 'We read the appeal.' }])
})

it('an appeal ends what was proposed before it, whose text doesn’t answer it [steeze.review-answers]', async () => {
  const bo = await earner(test, 600)
  const [id, other] = [await waiting(ada, 600), await waiting(bo, 600)]
  await decide(one, id, 'approve', 'Looks fine.')
  await decide(one, other, 'approve', 'Fans')
  const stale = (await one.call('GET /api/admin/proposals')).find(({ subject }) => subject === id)
  test.ctx.clock.advance({ minutes: 1 })
  expect(await appeal(ada, id, 'Payday.')).toMatchObject({ status: 200 })
  expect(await one.call('GET /api/admin/proposals')).toMatchObject([{ subject: other, reason: 'Fans' }])
  await unchanged(state, async () =>
    expect(await two.send('POST', `/api/admin/proposals/${stale?.id}/confirm`)).toMatchObject(
      refusal(409, 'PROPOSAL_NOT_OPEN'),
    ),
  )
  expect(await reviewOf(ada)).toMatchObject({ status: 'waiting', answer: null, appeal: { answer: null } })

  // Either admin may answer the appeal; the old text answers nothing.
  test.ctx.clock.advance({ minutes: 1 })
  expect(await answerAppeal(two, id, 'approve', 'Enjoy your payday.')).toMatchObject({ status: 200 })
  expect(await one.call('GET /api/admin/proposals')).toMatchObject([
    { subject: other },
    { subject: id, reason: 'Enjoy your payday.', proposer: { id: two.id } },
  ])
  expect(await confirmProposal(one, id)).toMatchObject({ status: 200 })
  expect(await reviewOf(ada)).toMatchObject({
    ...{ status: 'approved', answer: null, appeal: { text: 'Payday.', answer: 'Enjoy your payday.' } },
  })
  // The other redemption is unchanged.
  expect(await confirmProposal(two, other)).toMatchObject({ status: 200 })
  expect(await reviewOf(bo)).toMatchObject({ status: 'approved', answer: 'Fans', appeal: null })
})

it.each(['approve', 'reject'] as const)(
  'an appeal that arrives while an admin writes refuses to %s, until it is read [steeze.review-answers]',
  async (step) => {
    const id = await waiting(ada, 600)
    await appeal(ada, id, 'Payday.')
    await unchanged(state, async () =>
      expect(await decide(one, id, step, 'Written before.')).toMatchObject(refusal(409, 'REVIEW_APPEALED')),
    )
    expect(await answerAppeal(one, id, step, 'Written after.')).toMatchObject({ status: 200 })
    if (step === 'approve') await confirmProposal(two, id)
    expect(await reviewOf(ada)).toMatchObject({ answer: null, appeal: { answer: 'Written after.' } })
  },
)

it('nobody decides about their own, their gifts’ or a related account’s [admin.redemption-own]', async () => {
  const reviewed = await waiting(ada, 600)
  await relatePair(test, (await ada.me()).id, two.id)
  const refused = refusal(409, 'ADMIN_OWN_CASE')
  for (const step of ['approve', 'reject', 'undo'] as const)
    expect(await decide(two, reviewed, step)).toMatchObject(refused)
  expect(await two.send('GET', `/api/admin/redemptions/${reviewed}`)).toMatchObject(refused)
  await decide(one, reviewed, 'approve')
  expect(await confirmProposal(two, reviewed)).toMatchObject(refused)
  expect((await reviewOf(ada))?.status).toBe('waiting')
})

it('an admin who gifted leaves it to another', async () => {
  const { ada: eve } = await earnInBattle(test, 30, async (battle) => {
    await earn(test, one, 20)
    await one.signIn()
    await gift(one, battle.id, battle.ada.id, 20)
  })
  await earn(test, eve, 600)
  await finalise()
  const id = await waiting(eve, 600)
  for (const who of admins) await who.signIn()
  expect(await decide(one, id, 'reject')).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
  expect(await decide(two, id, 'reject')).toMatchObject({ status: 200 })
})

it('undoes an approval while nothing is signed, and a rejection [admin.redemption-undo]', async () => {
  const id = await waiting(ada, 600)
  await approve(admins, id)
  expect(await decide(one, id, 'undo', 'Wrong person.')).toMatchObject({ status: 200 })
  expect(await reviewOf(ada)).toMatchObject({ status: 'waiting', answer: null })
  expect(await signApproved(ada, id)).toMatchObject(refusal(409, 'REDEMPTION_WAITING'))
  expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
  await decide(one, id, 'reject')
  await decide(one, id, 'undo', 'Wrong person again.')
  // The Steeze stays in the balance until signing holds it again.
  expect(await balances(ada)).toEqual({ earned: 900, held: 0 })
  await approve(admins, id)
  expect((await redeem(ada, 10)).body).toMatchObject({ code: 'REDEMPTION_WAITING' })
  expect(await signApproved(ada, id)).toMatchObject({ status: 200 })
  expect(await balances(ada)).toEqual({ earned: 300, held: 600 })
  await unchanged(state, async () =>
    expect(await decide(one, id, 'undo')).toMatchObject(refusal(409, 'REVIEW_NOT_OPEN')),
  )
  expect((await logged(one, 20)).filter(({ action }) => action === 'undo-redemption')).toHaveLength(2)
})

it('undoes no rejection once another redemption waits', async () => {
  const id = await waiting(ada, 600)
  await decide(one, id, 'reject')
  const next = await waiting(ada, 700)
  await unchanged(state, async () =>
    expect(await decide(one, id, 'undo')).toMatchObject(refusal(409, 'REVIEW_NOT_OPEN')),
  )
  expect((await reviewOf(ada))?.holdId).toBe(next)
})
