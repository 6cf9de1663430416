import type { Queryable } from '#platform/db/db'
import { columns, of, out, sql } from '#platform/db/sql'
import type { Scope } from '../scope.ts'

export interface Snapshot {
  day: string
  blockNumber: number
  usdcMicros: number
  outstanding: number
  ledger: Record<string, number>
}

const INSERT_SNAPSHOT = sql`
  insert into reserve_snapshots (chain_id, contract, day, block_number, usdc_micros, outstanding, ledger, taken_at)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb, coalesce($8::timestamptz, clock_timestamp()))
  on conflict (chain_id, contract, day) do nothing`

/** Stores a snapshot, unless the day has one. */
export async function insertSnapshot(
  db: Queryable,
  { chainId, contract }: Scope,
  { day, blockNumber, usdcMicros, outstanding, ledger, now }: Snapshot & { now: Date | null },
): Promise<void> {
  await db.query(INSERT_SNAPSHOT, [
    chainId,
    contract,
    day,
    blockNumber,
    usdcMicros,
    outstanding,
    JSON.stringify(ledger),
    now,
  ])
}

const newest = columns('reserve_snapshots', 'newest')
const FIND_SNAPSHOTS = sql`
  select ${newest('day', 'blockNumber', 'usdcMicros', 'outstanding')}, newest.ledger
    as ${out('ledger', 'json', of<Snapshot['ledger']>)}
  from (select * from reserve_snapshots where chain_id = $1 and contract = $2 order by day desc limit $3) newest
  order by newest.day`

export async function findSnapshots(db: Queryable, { chainId, contract }: Scope, most: number): Promise<Snapshot[]> {
  return db.query(FIND_SNAPSHOTS, [chainId, contract, most])
}
