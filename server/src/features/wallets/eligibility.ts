import type { ErrorCode } from '@aura/api/errors'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findIneligibleUsers } from './store.ts'

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
