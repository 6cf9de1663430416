import type { Queryable } from '../db/db.ts'

/** Notifies every server that listens on the channel, this one too. The payload must be shorter than 8,000 bytes. */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, payload])
}
