import { recordPredecessor } from '#features/related-accounts'
import { lockLearner } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { keyedHash, keyedHashes } from '#platform/keyed-hash'
import {
  findKeptLearning,
  hasLearned,
  leavesLearning,
  mergeLearning,
  mergePaidLessons,
  restoreLearning,
  upsertKeptLearning,
} from './kept-learning-store.ts'

/** A wallet in lower case, or an X account by X's id. */
export type Identity = { wallet: string } | { xId: string }

const textOf = (identity: Identity) =>
  'wallet' in identity ? `learning/wallet/${identity.wallet}` : `learning/x/${identity.xId}`

/**
 * Stores learning under a keyed hash of each identity, so that a returning user continues and is not paid twice.
 * Includes what was stored of these identities before, since a former wallet may have been paid for lessons in another
 * account. Stores nothing for a user who tried no lesson.
 */
export async function keepLearning(
  ctx: Context,
  tx: Tx,
  { userId, identities }: { userId: string; identities: readonly Identity[] },
): Promise<void> {
  const hashes = identities.map((identity) => keyedHash(ctx.settings, textOf(identity)))
  const [first] = hashes
  if (!first) return
  if (!(await leavesLearning(tx, userId))) return
  for (const identity of identities) {
    const kept = await findKeptLearning(tx, keyedHashes(ctx.settings, textOf(identity)))
    if (kept) await mergeLearning(tx, userId, kept.hash)
  }
  await upsertKeptLearning(tx, {
    userId,
    hashes: hashes.map(({ hash }) => hash),
    keyId: first.keyId,
    // All rows have the same moment, which shows that they belonged to one account.
    now: await databaseTime(tx, ctx.clock),
  })
}

/** Restores learning in the caller's transaction. Days of the user's own stay, and the lessons then count as paid. */
export async function recallLearning(ctx: Context, tx: Tx, userId: string, identity: Identity): Promise<void> {
  const kept = await findKeptLearning(tx, keyedHashes(ctx.settings, textOf(identity)))
  if (kept === undefined) return
  await lockLearner(tx, userId)
  if (await hasLearned(tx, userId)) await mergeLearning(tx, userId, kept.hash)
  else await restoreLearning(tx, userId, kept.hash)
  await recordPredecessor(ctx, tx, userId, kept.origin)
}

/** Marks lessons as paid that earlier accounts of the same wallet were paid for, in the caller's transaction. */
export async function shareLearning(tx: Tx, userId: string, earlierOwners: readonly string[]): Promise<void> {
  if (earlierOwners.length === 0) return
  await lockLearner(tx, userId)
  await mergePaidLessons(tx, userId, earlierOwners)
}
