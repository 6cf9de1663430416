import { sql } from '#platform/db/sql'
import type { Queryable } from '../db/db.ts'

const NOTIFY = sql`select pg_notify($1, $2)`

/** Notifies all servers, this one included. The payload must be shorter than 8,000 bytes. */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.query(NOTIFY, [channel, payload])
}
