import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '@aura/api/calls'
import { houseAccount, postTransfers, userAccount } from '../src/features/ledger/public.ts'
import type { Context } from '../src/platform/context.ts'
import { type Actor, newcomer } from './actors.ts'
import type { TestApp } from './test-app.ts'

export type BattleDetail = Answer<'GET /api/battles/:id'>

/** Aura Points beyond the bonus, as if earned. */
export const grantAp = (ctx: Pick<Context, 'db' | 'clock'>, userId: string, amount: number): Promise<unknown> =>
  ctx.db.tx((tx) =>
    postTransfers(tx, ctx.clock, [
      {
        key: randomUUID(),
        kind: 'lesson_claim',
        reference: 'test',
        from: houseAccount('ap_issued'),
        to: userAccount(userId, 'ap_available'),
        amount,
      },
    ]),
  )

/** Somebody signed in, with their id at hand and Aura Points to stake. */
export async function creator(test: TestApp, ap = 1_000): Promise<Actor & { id: string }> {
  const actor = await newcomer(test)
  const { id, auraPoints } = await actor.me()
  if (ap > auraPoints) await grantAp(test.ctx, id, ap - auraPoints)
  return Object.assign(actor, { id })
}

/** Four in the afternoon of the test clock's first day. */
export const STARTS_AT = '2026-03-02T16:00:00.000Z'

type Form = Body<'POST /api/battles'>

/** A challenge form in which nothing is wrong. */
export const form = (opponentId: string, changes: Partial<Form> = {}): Form => ({
  title: null,
  opponentId,
  stakeAmount: 250,
  description: '',
  battleDate: STARTS_AT,
  duration: 4,
  ...changes,
})

export const challenge = (challenger: Actor, opponentId: string, changes: Partial<Form> = {}): Promise<BattleDetail> =>
  challenger.call('POST /api/battles', { body: form(opponentId, changes) })

export const readBattle = (viewer: Actor, id: string): Promise<BattleDetail> =>
  viewer.call('GET /api/battles/:id', { params: { id } })

export type StepPath =
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'request-cancellation'
  | 'take-back-cancellation'
  | 'approve-cancellation'

/** Takes a step and answers whatever the server said. */
export const step = (actor: Actor, battleId: string, name: StepPath, headers: Record<string, string> = {}) =>
  actor.send<BattleDetail>('POST', `/api/battles/${battleId}/${name}`, {}, headers)

/** A battle both have accepted. */
export async function acceptedBattle(test: TestApp, changes: Partial<Form> = {}) {
  const [ada, bo] = [await creator(test), await creator(test)]
  const { id } = await challenge(ada, bo.id, changes)
  await bo.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
  return { ada, bo, id }
}

/** What somebody has of AP, by what they may do with it. */
export async function apOf(actor: Actor): Promise<{ total: number; free: number }> {
  const { auraPoints, availableAuraPoints } = await actor.me()
  return { total: auraPoints, free: availableAuraPoints }
}
