import { findRelatedTo } from '#features/related-accounts'
import { AppError } from '#platform/app-error'
import type { Queryable } from '#platform/db/db'

/** Returns these admins and all accounts related to one of them: what concerns any of these is their own case. */
export async function accountsOf(db: Queryable, adminIds: readonly string[]): Promise<string[]> {
  const related = await Promise.all(adminIds.map((id) => findRelatedTo(db, id)))
  return [...adminIds, ...related.flat()]
}

/** Returns whether a case that concerns these people is one of the admins' own. */
export async function isOwnCase(
  db: Queryable,
  adminIds: readonly string[],
  concerned: readonly string[],
): Promise<boolean> {
  const accounts = await accountsOf(db, adminIds)
  return concerned.some((id) => accounts.includes(id))
}

/** Throws ADMIN_OWN_CASE if a case that concerns these people is one of the admins' own. */
export async function refuseOwnCase(
  db: Queryable,
  adminIds: readonly string[],
  concerned: readonly string[],
): Promise<void> {
  if (await isOwnCase(db, adminIds, concerned)) throw new AppError('ADMIN_OWN_CASE')
}
