import { type Identity, proveIdentity } from '#features/identities'
import { carryLearning } from '#features/lessons'
import { carryRelations } from '#features/related-accounts'
import { lockLearner } from '#features/streak'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'

/**
 * Records an identity just proved and carries over what other accounts left with it, in the caller's transaction.
 * Returns the deleted accounts to which this one returns, whose debts the caller posts.
 */
export async function attachIdentity(ctx: Context, tx: Tx, userId: string, identity: Identity): Promise<string[]> {
  await lockLearner(tx, userId)
  const all = await proveIdentity(ctx, tx, userId, identity)
  for (const carried of all) {
    await carryLearning(tx, carried)
    await carryRelations(ctx, tx, carried)
  }
  return all.filter(({ isReturn }) => isReturn).map(({ from }) => from)
}
