import type { Db, Queryable, Tx } from '../../../server/src/platform/db/db.ts'

/** Runs `work` in a transaction that stays open until the returned function is called. */
export async function holding(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [has, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const over = db.tx(async (tx) => {
    await work(tx)
    has.resolve()
    await may.promise
  })
  await has.promise
  return async () => {
    may.resolve()
    await over
  }
}

const WAITING = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`

/** Returns once this many transactions wait for a lock. */
export async function untilWaiting(db: Queryable, transactions = 1): Promise<void> {
  while ((await db.query(WAITING)).length < transactions);
}
