import { eventHandlers } from '../src/event-handlers.ts'
import { ChainFollower } from '../src/features/chain-events/public.ts'
import { type Actor, newcomer } from './actors.ts'
import type { TestApp } from './test-app.ts'

export const USDC = 1_000_000

/** Lets the server read everything the chain has, as its watcher would. */
export const follow = (test: TestApp): Promise<void> => new ChainFollower(test.ctx, eventHandlers).catchUp()

/** Somebody who has joined, with dollars in their wallet. */
export async function withUsdc(test: TestApp, usdc = 1_000): Promise<Actor> {
  const actor = await newcomer(test)
  test.ctx.chain.mint(actor.wallet.address, usdc * USDC)
  return actor
}

/** Buys Steeze for this many dollars; answers the transaction. */
export const buy = (test: TestApp, { wallet }: Actor, usdc: number): string =>
  test.ctx.chain.buy(wallet.address, usdc * USDC)

const steezeOf = (actor: Actor) => actor.call('GET /api/steeze/balance')

export async function purchasedOf(actor: Actor): Promise<number> {
  return (await steezeOf(actor)).purchasedSteeze
}
