import type { Queryable, Tx } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const HAS_PARTITIONS = sql`
  select to_regprocedure('add_gift_partitions(timestamptz)') is not null as ${out('isPartitioned', 'boolean')}`

/** False in a database that an earlier version migrated. */
export async function hasGiftPartitions(db: Queryable): Promise<boolean> {
  const [row] = await db.query(HAS_PARTITIONS)
  return row?.isPartitioned ?? false
}

const ADD_PARTITIONS = sql`
  select add_gift_partitions(greatest(coalesce($1::timestamptz, clock_timestamp()), $2::timestamptz)) as ${out('added', 'int')}`

/** Makes sure that a whole partition is ahead of now's and of `at`'s. Returns how many it added. */
export async function addGiftPartitions(db: Queryable, now: Date | null, at: Date | null = null): Promise<number> {
  const [row] = await db.query(ADD_PARTITIONS, [now, at])
  return row?.added ?? 0
}

const FIND_AHEAD = sql`
  select gift_partitions_ahead(coalesce($1::timestamptz, clock_timestamp())) as ${out('ahead', 'int')}`

/** Returns how many whole partitions follow now's. */
export async function findGiftPartitionsAhead(db: Queryable, now: Date | null): Promise<number> {
  const [row] = await db.query(FIND_AHEAD, [now])
  return row?.ahead ?? 0
}

/** A `do` takes no parameters. */
const NOTE_TIME = sql`
  select set_config('aura.gifts_until', greatest(coalesce($1::timestamptz, clock_timestamp()), $2::timestamptz)::text, true)`

const MOVE_FIRST_END = sql`
  do $$
  begin
    if exists (select from pg_constraint where conname = 'battle_gifts_first') then
      alter table battle_gifts drop constraint battle_gifts_first;
      execute format('alter table battle_gifts add constraint battle_gifts_first check (at < %L)',
        gift_partition_start(current_setting('aura.gifts_until')::timestamptz, 2));
    end if;
  end $$`

/** Between migrations 0052 and 0055: bounds the first partition by the later of the database's time and `at`, as 0052 did. */
export async function moveFirstGiftEnd(tx: Tx, at: Date): Promise<void> {
  await tx.query(NOTE_TIME, [null, at])
  await tx.query(MOVE_FIRST_END)
}
