import type { ErrorCode } from '@aura/api/errors'
import { findSuspended } from '#features/suspension'
import { findWhitelisted } from '#features/whitelist'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findWalletsOf } from './store.ts'

type NoPart = Extract<ErrorCode, 'ACCOUNT_SUSPENDED' | 'BETA_ACCESS_REQUIRED'>

/** Returns why users may not stake, pay, gift or be challenged. Eligible users are absent. */
export async function findIneligible(
  ctx: Context,
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, NoPart>> {
  const suspended = await findSuspended(db, userIds)
  const admitted = await admittedUsers(ctx, db, userIds)
  return new Map(
    userIds.flatMap((id): [string, NoPart][] => {
      if (suspended.has(id)) return [[id, 'ACCOUNT_SUSPENDED']]
      return admitted.has(id) ? [] : [[id, 'BETA_ACCESS_REQUIRED']]
    }),
  )
}

/** Returns the admitted users: all of them while the beta is open. */
async function admittedUsers(ctx: Context, db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
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
