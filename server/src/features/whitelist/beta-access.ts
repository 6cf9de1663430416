import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { isWhitelisted } from './store.ts'

/** Returns whether a wallet has access, which every wallet has while the beta is open. */
export async function hasBetaAccess(ctx: Context, db: Queryable, walletAddress: string): Promise<boolean> {
  return ctx.settings.betaAccess === 'open' || (await isWhitelisted(db, walletAddress))
}
