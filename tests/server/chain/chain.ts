import { randomUUID } from 'node:crypto'
import { ChainFollower } from '../../../server/src/features/chain-events/index.ts'
import { userAccount } from '../../../server/src/features/ledger/index.ts'
import { releaseLapsed } from '../../../server/src/features/steeze/index.ts'
import { eventHandlers } from '../../../server/src/run-features.ts'
import { type Actor, newcomer } from '../actors/actors.ts'
import { post } from '../actors/ledger.ts'
import type { TestApp } from '../test-app.ts'

export const USDC = 1_000_000

export async function follow(test: TestApp): Promise<void> {
  await new ChainFollower(test.ctx, eventHandlers).catchUp()
  await releaseLapsed(test.ctx)
}

export async function withUsdc(test: TestApp, usdc = 1_000): Promise<Actor> {
  const actor = await newcomer(test)
  test.ctx.chain.mint(actor.wallet.address, usdc * USDC)
  return actor
}

/** Buys Steeze. Returns the transaction hash. */
export const buy = (test: TestApp, { wallet }: Actor, usdc: number): string =>
  test.ctx.chain.buy(wallet.address, usdc * USDC)

export const steezeOf = (actor: Actor) => actor.call('GET /api/steeze/balance')

export async function purchasedOf(actor: Actor): Promise<number> {
  return (await steezeOf(actor)).purchasedSteeze
}

/** Earns Steeze, which always comes from a user who bought it. */
export async function earn(test: TestApp, actor: Actor, amount: number): Promise<void> {
  const patron = await withUsdc(test, amount)
  buy(test, patron, amount / 10)
  await follow(test)
  await post(test.ctx.db, {
    key: `earned/${randomUUID()}`,
    kind: 'test_credit',
    reference: 'test',
    from: userAccount((await patron.me()).id, 'steeze_purchased'),
    to: userAccount((await actor.me()).id, 'steeze_earned'),
    amount,
  })
}
