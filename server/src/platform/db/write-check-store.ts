import type { Db } from './db.ts'

const LOCK_WAIT_MS = 800

/** The minimum: the rows below don't fit, so they briefly take 300 kB of disk. */
const ROWS_MEMORY = '64kB'

/**
 * Returns whether every table is writable and the disk has room. Takes write locks on every table without changing a
 * row, which a standby refuses, and releases them. Never throws.
 */
export async function canWrite(db: Db): Promise<boolean> {
  try {
    await db.tx(async (tx) => {
      await tx.query("select set_config('lock_timeout', $1, true), set_config('work_mem', $2, true)", [
        String(LOCK_WAIT_MS),
        ROWS_MEMORY,
      ])
      await tx.query(`do $$ declare tables text; begin
        select string_agg(format('%I', tablename), ', ' order by tablename) into tables
          from pg_tables where schemaname = current_schema();
        execute 'lock table ' || tables || ' in row exclusive mode';
        update aura_migrations set tag = tag where false;
        perform count(*) from generate_series(1, 20000);
      end $$`)
    })
    return true
  } catch {
    return false
  }
}
