import type { Queryable } from '#platform/db/db'
import { invitedRings } from './rings.rules.ts'
import { findInviters, findRelatedInvited } from './store.ts'

/** Returns `invitedRings` of all inviters. */
export async function findRings(db: Queryable): Promise<Map<string, string[][]>> {
  const pairs = (await findRelatedInvited(db)).map(({ aId, bId }): [string, string] => [aId, bId])
  if (pairs.length === 0) return new Map()
  return invitedRings(pairs, await findInviters(db, pairs.flat()))
}
