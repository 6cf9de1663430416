import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '@aura/api/calls'
import {
  balancesOf,
  houseAccount,
  openDebtAccounts,
  postTransfers,
  userAccount,
} from '../../../server/src/features/ledger/index.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { noLog, type SecurityLog } from '../../../server/src/platform/http/security/security-log.ts'
import { scheduledJobs } from '../../../server/src/run-features.ts'
import { rethrow } from '../rethrow.ts'
import type { TestApp } from '../test-app.ts'
import { type Actor, newcomer } from './actors.ts'

export type BattleDetail = Answer<'GET /api/battles/:id'>

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

export const fundSteeze = (
  ctx: Pick<Context, 'db' | 'clock'>,
  userId: string,
  { purchased = 0, earned = 0 }: { purchased?: number; earned?: number },
): Promise<unknown> =>
  ctx.db.tx((tx) =>
    postTransfers(
      tx,
      ctx.clock,
      (
        [
          ['steeze_purchased', purchased],
          ['steeze_earned', earned],
        ] as const
      )
        .filter(([, amount]) => amount > 0)
        .map(([kind, amount]) => ({
          key: randomUUID(),
          kind: 'steeze_purchase',
          reference: 'test',
          from: houseAccount('steeze_chain'),
          to: userAccount(userId, kind),
          amount,
        })),
    ),
  )

export async function creator(test: TestApp, ap = 1_000): Promise<Actor & { id: string }> {
  const actor = await newcomer(test)
  const { walletBonusAp } = test.ctx.limits
  if (ap > walletBonusAp) await grantAp(test.ctx, actor.id, ap - walletBonusAp)
  return actor
}

/** 16:00 on the first day of the test clock. */
export const STARTS_AT = '2026-03-02T16:00:00.000Z'

type Form = Body<'POST /api/battles'>

/** Returns a valid challenge form. Its end is fixed, so that tests may gift up to it. */
export const form = (opponentId: string, changes: Partial<Form> = {}): Form => ({
  title: null,
  opponentId,
  stakeAmount: 250,
  description: '',
  battleDate: STARTS_AT,
  duration: 4,
  softClose: false,
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

/** Sends a step and returns the response, successful or not. */
export const step = (actor: Actor, battleId: string, name: StepPath, headers: Record<string, string> = {}) =>
  actor.send<BattleDetail>('POST', `/api/battles/${battleId}/${name}`, {}, headers)

export async function acceptedBattle(test: TestApp, changes: Partial<Form> = {}) {
  const [ada, bo] = [await creator(test), await creator(test)]
  const { id } = await challenge(ada, bo.id, changes)
  await bo.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
  return { ada, bo, id }
}

export async function apOf(actor: Actor): Promise<{ total: number; free: number }> {
  const { auraPoints, availableAuraPoints } = await actor.me()
  return { total: auraPoints, free: availableAuraPoints }
}

/**
 * Runs the jobs that are due, but not those that remove old rows of every table: they have tests of their own
 * (`trimTables`), and each clock that jumps an hour makes all of them due.
 */
export async function doDue(ctx: Context, log: SecurityLog = noLog): Promise<void> {
  for (const work of scheduledJobs(ctx, rethrow, { ...noLog, ...log })) {
    if (work.name !== 'trimming') while (await work.runBatch());
  }
}

/** Sets the clock, and runs the jobs that are due then. */
export async function runAt({ ctx }: TestApp, ...at: Parameters<TestApp['ctx']['clock']['set']>): Promise<void> {
  ctx.clock.set(...at)
  await doDue(ctx)
}

/** Lets time pass, and runs the jobs that are due then. */
export async function runAfter(
  { ctx }: TestApp,
  ...time: Parameters<TestApp['ctx']['clock']['advance']>
): Promise<void> {
  ctx.clock.advance(...time)
  await doDue(ctx)
}

/** Returns a started battle and a user with Steeze to give. */
export async function liveBattle(
  test: TestApp,
  purse: { purchased?: number; earned?: number } = { purchased: 100 },
  changes: Partial<Form> = {},
) {
  const battle = await acceptedBattle(test, changes)
  test.ctx.clock.set(STARTS_AT)
  await doDue(test.ctx)
  return { ...battle, cy: await giver(test, purse) }
}

export async function giver(test: TestApp, purse: { purchased?: number; earned?: number } = { purchased: 100 }) {
  const actor = await creator(test, 0)
  await fundSteeze(test.ctx, actor.id, purse)
  return actor
}

type Given = Answer<'POST /api/battles/gift'>

export const gift = (
  actor: Actor,
  battleId: string,
  participantId: string,
  amount: unknown,
  headers: Record<string, string> = {},
) => actor.send<Given>('POST', '/api/battles/gift', { battleId, participantId, amount }, headers)

export const steezeOf = (actor: Actor) => actor.call('GET /api/steeze/balance')

/** Reverts more Steeze than the user has, as when the network reverses a spent purchase. */
export const putInDebt = (
  ctx: Pick<Context, 'db' | 'clock'>,
  userId: string,
  { from = 'steeze_purchased', by = 1 }: { from?: 'steeze_purchased' | 'ap_available'; by?: number } = {},
): Promise<unknown> =>
  ctx.db.tx(async (tx) => {
    await openDebtAccounts(tx, [userId])
    const balances = await balancesOf(tx, userId)
    await postTransfers(tx, ctx.clock, [
      {
        key: randomUUID(),
        kind: 'chain_reversal',
        ignoresDebt: true,
        reference: 'test',
        from: userAccount(userId, from),
        to: houseAccount(from === 'ap_available' ? 'ap_issued' : 'steeze_chain'),
        amount: balances[from] + by,
        overdraws: true,
      },
    ])
  })
