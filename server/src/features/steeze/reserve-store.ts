import type { Queryable } from '#platform/db/db'
import type { Scope } from './scope.ts'

export interface Snapshot {
  day: string
  blockNumber: number
  usdcMicros: number
  outstanding: number
  ledger: Record<string, number>
}

/** Does nothing if the day has one. */
export async function insertSnapshot(
  db: Queryable,
  { chainId, contract }: Scope,
  { day, blockNumber, usdcMicros, outstanding, ledger, now }: Snapshot & { now: Date | null },
): Promise<void> {
  await db.query(
    `insert into reserve_snapshots (chain_id, contract, day, block_number, usdc_micros, outstanding, ledger, taken_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, coalesce($8::timestamptz, clock_timestamp()))
     on conflict (chain_id, contract, day) do nothing`,
    [chainId, contract, day, blockNumber, usdcMicros, outstanding, JSON.stringify(ledger), now],
  )
}

/** The newest ones, oldest first. */
export async function findSnapshots(db: Queryable, { chainId, contract }: Scope, most: number): Promise<Snapshot[]> {
  return db.query(
    `select * from (
       select day, block_number as "blockNumber", usdc_micros as "usdcMicros", outstanding, ledger
       from reserve_snapshots where chain_id = $1 and contract = $2 order by day desc limit $3) newest order by day`,
    [chainId, contract, most],
  )
}
