import type { Queryable } from '#platform/db/db'
import { type Finding, ok } from '#platform/doctor/check'
import { findOwnShard, hasShard } from './store.ts'

/** Silent about shard 0: whoever runs one primary needn't know that it is one. */
export async function checkShard(db: Queryable): Promise<Finding[]> {
  if (!(await hasShard(db))) return []
  const number = await findOwnShard(db)
  return number === 0 ? [] : [ok(`The database is shard ${number}`)]
}
