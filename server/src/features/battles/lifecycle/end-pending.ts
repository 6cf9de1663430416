import type { Transfer } from '#features/ledger'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { sideOf, transitionTransfers } from '../battle.rules.ts'
import { findOpenLinks, type LinkRow, lockOpenLinks } from '../links/link-store.ts'
import { withdrawLink } from '../links/withdraw-link.ts'
import { type BattleRow, findPendingOf, lockContenders, lockPendingOf } from '../store.ts'
import { applyTransitions, type BattleChange } from './apply-transitions.ts'
import { linkStakeReturn, transfersOf } from './battle-transfers.ts'
import { performTransition } from './perform-transition.ts'

const endingOf = (battle: BattleRow, userId: string) =>
  sideOf(battle, userId) === 'challenger' ? ('withdraw' as const) : ('reject' as const)

/** Ends and refunds the challenges of an ineligible user, after that commits. Safe to repeat. */
export async function endPendingChallenges(ctx: Context, userId: string): Promise<void> {
  const { battles, links } = await ctx.db.tx(async (tx) => {
    // A challenge being created either commits first and is found here, or starts later and is refused.
    await lockContenders(tx, [userId])
    return { battles: await findPendingOf(tx, userId), links: await findOpenLinks(tx, userId) }
  })
  for (const battle of battles) {
    const wanted = { battleId: battle.id, userId, transition: endingOf(battle, userId), isOnBehalf: true }
    await unlessRefused(performTransition(ctx, wanted))
  }
  for (const { id } of links) await unlessRefused(withdrawLink(ctx, { linkId: id, userId }))
}

async function unlessRefused(ending: Promise<void>): Promise<void> {
  try {
    await ending
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

export interface PendingOf {
  battles: BattleRow[]
  /** Links that are deleted with the account. */
  links: LinkRow[]
}

/** Locks pending challenges and prevents new ones. Returns undefined if one was created meanwhile: retry in another. */
export async function lockPending(tx: Tx, userId: string): Promise<PendingOf | undefined> {
  const lockedBattles = await lockPendingOf(tx, userId)
  const lockedLinks = await lockOpenLinks(tx, userId)
  await lockContenders(tx, [userId])
  const ids = new Set([...lockedBattles, ...lockedLinks].map(({ id }) => id))
  const pending = { battles: await findPendingOf(tx, userId), links: await findOpenLinks(tx, userId) }
  return [...pending.battles, ...pending.links].every(({ id }) => ids.has(id)) ? pending : undefined
}

export const stakeReturns = ({ battles, links }: PendingOf, userId: string): Transfer[] => [
  ...battles.flatMap((battle) => transfersOf(battle, transitionTransfers(endingOf(battle, userId), battle))),
  ...links.map(linkStakeReturn),
]

/**
 * Ends the locked challenges of an erased account. Call it once `stakeReturns` are posted. Notifies the other sides
 * under the placeholder name. Returns the changes to publish.
 */
export async function endPendingWithAccount(ctx: Context, tx: Tx, userId: string): Promise<BattleChange[]> {
  const at = await databaseTime(tx, ctx.clock)
  // Read again, because the rows from before the erasure still have the person's titles.
  const battles = await findPendingOf(tx, userId)
  const transitions = battles.map((battle) => ({ transition: endingOf(battle, userId), battle, actorId: null }))
  return applyTransitions(tx, ctx.clock, transitions, { at, isPosted: true })
}
