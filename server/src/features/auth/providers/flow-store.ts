import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import type { ProviderPurpose } from './purposes.ts'

const flows = columns('provider_flows')

export interface Flow {
  /** The key of the provider that the browser was sent to. */
  provider: string
  codeVerifier: string
  userId: string | null
  purpose: ProviderPurpose
  subject: string | null
  timeZone: string
  next: string | null
}

const INSERT_FLOW = sql`
  insert into provider_flows (state_hash, browser_hash, provider, code_verifier, user_id, purpose, subject, time_zone, next,
                              expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
          coalesce($10::timestamptz, clock_timestamp()) + $11 * interval '1 millisecond')`

export async function insertFlow(
  db: Queryable,
  flow: Flow & { stateHash: Uint8Array; browserHash: Uint8Array; now: Date | null; lifeMs: number },
): Promise<void> {
  await db.query(INSERT_FLOW, [
    flow.stateHash,
    flow.browserHash,
    flow.provider,
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

const TAKE_FLOW = sql`
  update provider_flows set used_at = coalesce($3::timestamptz, clock_timestamp())
  where state_hash = $1 and browser_hash = $2 and provider = $4 and used_at is null
  returning ${flows('provider', 'codeVerifier', 'userId', 'purpose', 'subject', 'timeZone', 'next')},
            expires_at > coalesce($3::timestamptz, clock_timestamp()) as ${out('isLive', 'boolean')}`

const IS_KNOWN_FLOW = sql`select 1 from provider_flows where state_hash = $1 and browser_hash = $2 and provider = $3`

/**
 * Marks a flow used and returns it, so that one attempt gets it; otherwise returns why this browser has none. A flow is
 * for one provider: at the address of another it is unknown.
 */
export async function takeFlow(
  db: Queryable,
  {
    stateHash,
    browserHash,
    provider,
    now,
  }: { stateHash: Uint8Array; browserHash: Uint8Array; provider: string; now: Date | null },
): Promise<Flow | 'state' | 'used' | 'expired'> {
  const [taken] = await db.query(TAKE_FLOW, [stateHash, browserHash, now, provider])
  if (taken) return taken.isLive ? taken : 'expired'
  const known = await db.query(IS_KNOWN_FLOW, [stateHash, browserHash, provider])
  return known.length > 0 ? 'used' : 'state'
}
