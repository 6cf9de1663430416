import type { UserFields } from '@aura/api/parts'
import type { Queryable } from '#platform/db/db'
import { type Feature, merged } from '#platform/feature'

/** Returns what features add to these users, in order. */
export async function userFieldsOf(
  db: Queryable,
  features: readonly Feature[],
  ids: readonly string[],
): Promise<UserFields[]> {
  const found = await Promise.all(features.flatMap(({ userFields }) => userFields?.(db, ids) ?? []))
  return ids.map((_, at) => merged<UserFields>(found.map((each) => each[at])))
}
