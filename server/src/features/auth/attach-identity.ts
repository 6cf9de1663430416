import { type Identity, proveIdentity } from '#features/identities'
import { carryLearning } from '#features/lessons'
import { carryRelations } from '#features/related-accounts'
import { lockLearner } from '#features/streak'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'

/** Records an identity just proved and carries over what other accounts left with it, in the caller's transaction. */
export async function attachIdentity(ctx: Context, tx: Tx, userId: string, identity: Identity): Promise<void> {
  await lockLearner(tx, userId)
  for (const carried of await proveIdentity(ctx, tx, userId, identity)) {
    await carryLearning(tx, carried)
    await carryRelations(ctx, tx, carried)
  }
}
