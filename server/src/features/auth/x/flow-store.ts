import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'

const xFlows = columns('x_flows')

export interface XFlow {
  codeVerifier: string
  userId: string | null
  purpose: string
  subject: string | null
  timeZone: string
  next: string | null
}

const INSERT_X_FLOW = sql`
  insert into x_flows (state_hash, browser_hash, code_verifier, user_id, purpose, subject, time_zone, next, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8,
          coalesce($9::timestamptz, clock_timestamp()) + $10 * interval '1 millisecond')`

export async function insertXFlow(
  db: Queryable,
  flow: XFlow & { stateHash: Uint8Array; browserHash: Uint8Array; now: Date | null; lifeMs: number },
): Promise<void> {
  await db.query(INSERT_X_FLOW, [
    flow.stateHash,
    flow.browserHash,
    flow.codeVerifier,
    flow.userId,
    flow.purpose,
    flow.subject,
    flow.timeZone,
    flow.next,
    flow.now,
    flow.lifeMs,
  ])
}

const TAKE_X_FLOW = sql`
  update x_flows set used_at = coalesce($3::timestamptz, clock_timestamp())
  where state_hash = $1 and browser_hash = $2 and used_at is null
  returning ${xFlows('codeVerifier', 'userId', 'purpose', 'subject', 'timeZone', 'next')},
            expires_at > coalesce($3::timestamptz, clock_timestamp()) as ${out('isLive', 'boolean')}`

const IS_KNOWN_X_FLOW = sql`select 1 from x_flows where state_hash = $1 and browser_hash = $2`

/** Marks a flow used and returns it, so that one attempt gets it; otherwise returns why this browser has none. */
export async function takeXFlow(
  db: Queryable,
  { stateHash, browserHash, now }: { stateHash: Uint8Array; browserHash: Uint8Array; now: Date | null },
): Promise<XFlow | 'state' | 'used' | 'expired'> {
  const [taken] = await db.query(TAKE_X_FLOW, [stateHash, browserHash, now])
  if (taken) return taken.isLive ? taken : 'expired'
  const known = await db.query(IS_KNOWN_X_FLOW, [stateHash, browserHash])
  return known.length > 0 ? 'used' : 'state'
}
