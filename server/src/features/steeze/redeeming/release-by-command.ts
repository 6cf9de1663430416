import { recordActions } from '#features/admin-log'
import {
  ChainFollower,
  type Cursor,
  cursorIdOf,
  type EventHandler,
  finalisedByVerifiers,
  findCursor,
} from '#features/chain-events'
import { ChainUnreachable } from '#platform/chain/chain'
import type { Context } from '#platform/context'
import { scopeOf } from '../scope.ts'
import { withdrawnSteeze } from '../signer/withdrawn-steeze.ts'
import { findOpen, lockOpen, lockSigning, type Redemption, sumSettledOf } from './redemption-store.ts'
import { releaseHolds } from './release-redemptions.ts'

export interface Released {
  redemptions: number
  steeze: number
  settled: number
}

/**
 * Settles every open redemption's withdrawals and releases the rest: all or none. Works without a server and with a
 * paused contract, since it only needs proof: a final block past every deadline, up to which the chain was followed, at
 * which the contract shows no withdrawal beyond those settled. A pause or a signer change proves nothing, because the
 * owner can revert both while a signature is valid. Without proof, throws a sentence for the operator and releases
 * nothing. Chain events read meanwhile stay, as if a server had read them.
 */
export async function releaseOpenRedemptions(
  ctx: Context,
  { handlers, reason }: { handlers: readonly EventHandler[]; reason: string },
): Promise<Released> {
  const asked = await findOpen(ctx.db, scopeOf(ctx))
  if (asked.length === 0) return { redemptions: 0, steeze: 0, settled: 0 }
  const ids = asked.map(({ id }) => id)
  const settledBefore = await sumSettledOf(ctx.db, ids)
  const unused = await provablyUnused(ctx, handlers, asked).catch((error) => {
    if (!(error instanceof ChainUnreachable)) throw error
    throw new Error(`The network’s answers can’t be verified now: ${error.message}. Nothing was released.`)
  })
  if (unused.length > 0) await release(ctx, unused, reason)
  return {
    redemptions: unused.length,
    steeze: unused.reduce((sum, { remaining }) => sum + remaining, 0),
    settled: (await sumSettledOf(ctx.db, ids)) - settledBefore,
  }
}

/** Follows the chain, then returns the redemptions that are provably unusable. */
async function provablyUnused(
  ctx: Context,
  handlers: readonly EventHandler[],
  asked: readonly Redemption[],
): Promise<Redemption[]> {
  // Checked before writing, because most refusals should leave the database unchanged.
  const final = await finalBlock(ctx)
  refuseUsable(ctx, asked, final.time)
  for (const { wallet } of asked) await withdrawnSteeze(ctx.chain, wallet, { blockNumber: final.number })

  const cursor = await followTo(ctx, handlers, final.number)
  const open = await findOpen(ctx.db, scopeOf(ctx))
  refuseUsable(ctx, open, cursor.finalTime)
  for (const { wallet, limit, remaining } of open) {
    const used = await withdrawnSteeze(ctx.chain, wallet, { blockNumber: cursor.finalNumber })
    const settled = limit - remaining
    if (used === settled) continue
    throw new Error(
      `The contract says that ${wallet} has withdrawn ${used} Steeze, and ${settled} are settled here. ` +
        'Nothing was released. Run a server whose nodes have all logs until it has caught up, then run this again.',
    )
  }
  return open
}

async function finalBlock({ chain }: Context) {
  const number = await finalisedByVerifiers(chain)
  const block = await chain.block(number)
  if (!block) throw new ChainUnreachable(`the node does not know the final block ${number} yet`)
  return block
}

async function followTo(ctx: Context, handlers: readonly EventHandler[], block: number): Promise<Cursor> {
  const follower = new ChainFollower(ctx, handlers)
  await follower.catchUp()
  const { trouble } = follower
  if (trouble) {
    const why = 'reason' in trouble ? trouble.reason : `nodes disagree about block ${trouble.block}`
    throw new ChainUnreachable(why)
  }
  const cursor = await findCursor(ctx.db, cursorIdOf(ctx.chain))
  if (!cursor || cursor.finalNumber < block) throw new ChainUnreachable(`events are not read up to block ${block} yet`)
  return cursor
}

/** Throws while a signature is usable. The contract accepts one up to and including its deadline's second. */
function refuseUsable({ clock }: Context, open: readonly Redemption[], finalTime: Date | null): void {
  const until = Math.max(...open.map(({ deadline }) => deadline.getTime()))
  const finalMs = finalTime?.getTime() ?? 0
  if (until < finalMs) return
  const behindMs = Math.max(0, clock.now().getTime() - finalMs)
  const iso = (ms: number) => new Date(ms).toISOString()
  throw new Error(
    `A signature is valid until ${iso(until)}, and the newest final block is from ${iso(finalMs)}. ` +
      `Nothing was released. Run this again after ${iso(until + behindMs + 1_000)}.`,
  )
}

async function release(ctx: Context, unused: readonly Redemption[], reason: string): Promise<void> {
  const proven = new Map(unused.map((redemption) => [redemption.id, redemption]))
  await ctx.db.tx(async (tx) => {
    await lockSigning(tx)
    const open = await lockOpen(tx, scopeOf(ctx))
    const isProven = ({ id, remaining, deadline }: Redemption) =>
      proven.get(id)?.remaining === remaining && proven.get(id)?.deadline.getTime() === deadline.getTime()
    if (open.length !== proven.size || !open.every(isProven)) {
      throw new Error('A redemption changed meanwhile. Nothing was released. Run this again.')
    }
    await releaseHolds(ctx, tx, open)
    const actions = open.map(({ userId, remaining, wallet }) => ({
      ...({ adminId: null, action: 'release-redemptions', subjectKind: 'person', subject: userId } as const),
      reason: `${remaining} Steeze of ${wallet}: ${reason}`,
    }))
    await recordActions(tx, actions, ctx.clock.sqlNow())
  })
  for (const { userId } of unused) ctx.live.changed(`user:${userId}`)
}
