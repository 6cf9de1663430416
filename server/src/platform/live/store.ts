import type { Queryable } from '../db/db.ts'

/** Reaches this server too. The payload must be shorter than 8,000 bytes. */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, payload])
}
