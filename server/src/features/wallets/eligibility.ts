import type { ErrorCode } from '@aura/api/errors'
import { isSuspendedExpression } from '#features/suspension'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findIneligibleUsers, findIsAnyRestricted, hasUnlistedWallet } from './store.ts'

type NoPart = Extract<ErrorCode, 'ACCOUNT_SUSPENDED' | 'BETA_ACCESS_REQUIRED'>

/** Returns why users may not stake, pay, gift or be challenged. Eligible users are absent. */
export async function findIneligible(
  { settings }: Pick<Context, 'settings'>,
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, NoPart>> {
  const rows = await findIneligibleUsers(db, userIds, settings.betaAccess === 'open')
  return new Map(rows.map(({ id, isSuspended }) => [id, isSuspended ? 'ACCOUNT_SUSPENDED' : 'BETA_ACCESS_REQUIRED']))
}

/** Returns SQL for why a user may only redeem and export: suspended, or off the whitelist. Null: unrestricted. */
export const restrictionExpression = ({ settings }: Pick<Context, 'settings'>, userId: string): string =>
  `case when ${isSuspendedExpression(userId)} then 'suspended'
        ${settings.betaAccess === 'closed' ? `when ${hasUnlistedWallet(userId)} then 'removed'` : ''} end`

/** Returns whether any of these users is restricted. */
export const isAnyRestricted = (
  ctx: Pick<Context, 'settings'>,
  db: Queryable,
  userIds: readonly string[],
): Promise<boolean> => findIsAnyRestricted(db, userIds, (id) => restrictionExpression(ctx, id))
