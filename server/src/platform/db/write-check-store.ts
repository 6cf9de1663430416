import { out, sql } from '#platform/db/sql'
import type { Db, Queryable } from './db.ts'
import { isOwn } from './relation-store.ts'

const LOCK_WAIT_MS = 800

/** The minimum: the rows below exceed it, so they briefly use 300 kB of disk. */
const ROWS_MEMORY = '64kB'

const LIMIT_CHECK = sql`select set_config('lock_timeout', $1, true), set_config('work_mem', $2, true)`

const LOCK_EVERY_TABLE = sql`
  do $$ declare tables text; begin
    select string_agg(format('%I', c.relname), ', ' order by c.relname) into tables from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and ${isOwn};
    execute 'lock table ' || tables || ' in row exclusive mode';
    update aura_migrations set tag = tag where false;
    perform count(*) from generate_series(1, 20000);
  end $$`

const FIND_LIST = sql`select to_regclass('aura_migrations') is not null as ${out('isThere', 'boolean')}`

/** Returns false for a database without tables, which `canWrite` can't judge. */
export async function wasMigrated(db: Queryable): Promise<boolean> {
  const [list] = await db.query(FIND_LIST)
  return list?.isThere ?? false
}

/** Returns whether every table is writable and the disk has room. Changes no row and never throws. */
export async function canWrite(db: Db): Promise<boolean> {
  try {
    await db.tx(async (tx) => {
      await tx.query(LIMIT_CHECK, [String(LOCK_WAIT_MS), ROWS_MEMORY])
      await tx.query(LOCK_EVERY_TABLE)
    })
    return true
  } catch {
    return false
  }
}
