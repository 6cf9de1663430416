import { findWhitelisted } from '#features/whitelist/public'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findWalletsOf } from './store.ts'

/**
 * Those among these people who may take part: everybody while the beta is open, else who has a wallet on the whitelist
 * now. Others may look around.
 */
export async function admittedUsers(ctx: Context, db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  if (ctx.settings.betaAccess === 'open') return new Set(userIds)
  const wallets = await findWalletsOf(db, userIds)
  const admitted = new Set(
    await findWhitelisted(
      db,
      wallets.map(({ address }) => address),
    ),
  )
  return new Set(wallets.filter(({ address }) => admitted.has(address)).map(({ userId }) => userId))
}
