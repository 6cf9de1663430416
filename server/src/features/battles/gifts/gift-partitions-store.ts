import type { Queryable } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const ADD_PARTITIONS = sql`
  select add_gift_partitions(greatest(coalesce($1::timestamptz, clock_timestamp()), $2::timestamptz)) as ${out('added', 'int')}`

/** Adds partitions until a whole one is ahead of now's and of `at`'s. Returns the number added. */
export async function addGiftPartitions(db: Queryable, now: Date | null, at: Date | null = null): Promise<number> {
  const [row] = await db.query(ADD_PARTITIONS, [now, at])
  return row?.added ?? 0
}

const FIND_AHEAD = sql`
  select gift_partitions_ahead(coalesce($1::timestamptz, clock_timestamp())) as ${out('ahead', 'int')}`

/** Returns the number of whole partitions after now's. */
export async function findGiftPartitionsAhead(db: Queryable, now: Date | null): Promise<number> {
  const [row] = await db.query(FIND_AHEAD, [now])
  return row?.ahead ?? 0
}
