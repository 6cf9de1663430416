import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { earner, openOf, redeem, redeeming } from '../../../../../tests/server/actors/redeeming.ts'
import {
  type Admin,
  appeal,
  approve,
  cancel,
  decide,
  REVIEWED,
  reviewOf,
  signApproved,
  twoAdmins,
  waiting,
} from '../../../../../tests/server/actors/reviewing.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { balancesOf } from '../../ledger/index.ts'
import { reviewsDue } from './reviews-due.ts'

const ROUNDS = 3

const test = openForAll(() => testApp(REVIEWED))
let admins: [Admin, Admin]
beforeAll(async () => {
  admins = await twoAdmins(test)
})
beforeEach(async () => {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})
const { balances } = redeeming(() => test)

const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort()
const all = { earned: 900, held: 0 }
const some = { earned: 300, held: 600 }

it('two admins decide once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await earner(test, 900)
    const id = await waiting(ada, 600)
    await decide(admins[0], id, 'approve')
    // Looked up before: once it is decided it isn't listed.
    const proposal = (await admins[1].call('GET /api/admin/proposals')).find(({ subject }) => subject === id)
    const replies = await Promise.all([
      admins[1].send('POST', `/api/admin/proposals/${proposal?.id}/confirm`),
      decide(admins[0], id, 'reject'),
      decide(admins[1], id, 'reject'),
    ])
    expect(statuses(replies)).toEqual([200, 409, 409])
    const isApproved = (await reviewOf(ada))?.status === 'approved'
    expect(replies[0]?.status).toBe(isApproved ? 200 : 409)
    expect(await balances(ada)).toEqual(isApproved ? some : all)
    expect(await moved(ada)).toBe(isApproved ? 1 : 2)
    if (isApproved) await cancel(ada, id)
  }
})

it('approving and cancelling meanwhile never leaves a signature without a hold', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await earner(test, 900)
    const id = await waiting(ada, 600)
    await approve(admins, id)
    const [signed, cancelled] = await Promise.all([signApproved(ada, id), cancel(ada, id)])
    const isSigned = signed?.status === 200
    expect([isSigned, cancelled?.status]).toEqual([isSigned, isSigned ? 404 : 200])
    expect(await balances(ada)).toEqual(isSigned ? some : all)
    expect((await openOf(ada)) !== null).toBe(isSigned)
    await endOpen()
  }
})

it('two tabs sign it once, and get the same', async () => {
  const ada = await earner(test, 900)
  const id = await waiting(ada, 600)
  await approve(admins, id)
  const replies = await Promise.all([1, 2, 3].map(() => signApproved(ada, id)))
  expect(statuses(replies)).toEqual([200, 200, 200])
  expect(new Set(replies.map(({ body }) => body.signature)).size).toBe(1)
  expect([await balances(ada), await moved(ada)]).toEqual([some, 1])
  await endOpen()
})

it('a double click, a second redemption and an appeal open one', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await earner(test, 900)
    const rejected = await waiting(ada, 600)
    await decide(admins[0], rejected, 'reject')
    const replies = await Promise.all([redeem(ada, 600), redeem(ada, 600), appeal(ada, rejected)])
    expect(statuses(replies)).toEqual([200, 409, 409])
    const open = await test.ctx.db.query(
      `select 1 from redemption_reviews where user_id = $1 and status in ('waiting', 'approved')`,
      [(await ada.me()).id],
    )
    expect(open).toHaveLength(1)
  }
})

it('returns the Steeze once when it lapses on two servers while it is cancelled', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await earner(test, 900)
    const id = await waiting(ada, 600)
    test.ctx.clock.advance({ hours: 72 })
    await ada.signIn()
    const work = reviewsDue(test.ctx)
    await Promise.all([work.runBatch(), work.runBatch(), cancel(ada, id)])
    expect([await balances(ada), await moved(ada)]).toEqual([all, 2])
    test.ctx.clock.set('2026-03-02T12:00:00Z')
  }
})

/** Returns the number of transfers of a person's holds. */
async function moved(actor: Actor): Promise<number> {
  const { id } = await actor.me()
  expect((await balancesOf(test.ctx.db, id)).steeze_held).toBeGreaterThanOrEqual(0)
  const [row] = await test.ctx.db.query<{ moved: number }>(
    `select count(*)::int as moved from ledger_transfers t join redemption_reviews v on t.reference = v.id::text
     where v.user_id = $1`,
    [id],
  )
  return row?.moved ?? 0
}

/** Ends open redemptions, which count towards the daily limit. */
async function endOpen(): Promise<void> {
  test.ctx.clock.advance({ minutes: 11 })
  test.ctx.chain.mine(3)
  const { follow } = await import('../../../../../tests/server/chain/chain.ts')
  await follow(test)
  await follow(test)
}
