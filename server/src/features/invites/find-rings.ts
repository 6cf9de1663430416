import type { Queryable } from '#platform/db/db'
import { ringSizes } from './rings.rules.ts'
import { findInviters, findRelatedInvited } from './store.ts'

/** Returns `ringSizes` of all inviters. */
export async function findRings(db: Queryable): Promise<Map<string, number>> {
  const pairs = (await findRelatedInvited(db)).map(({ aId, bId }): [string, string] => [aId, bId])
  if (pairs.length === 0) return new Map()
  return ringSizes(pairs, await findInviters(db, pairs.flat()))
}
