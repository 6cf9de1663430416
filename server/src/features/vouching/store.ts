import type { Queryable, Tx } from '#platform/db/db'

export interface Vouch {
  eventId: number
  key: string
  voucherWallet: string
  targetWallet: string
  voucherId: string | null
  targetId: string | null
  usdcMicros: number
  countedMicros: number
  multiplier: string | null
  auraAwarded: number
  txHash: string
  vouchedAt: Date
}

const COLUMNS = `event_id as "eventId", key, voucher_wallet as "voucherWallet", target_wallet as "targetWallet",
  voucher_id as "voucherId", target_id as "targetId", usdc_micros as "usdcMicros", counted_micros as "countedMicros",
  multiplier, aura_awarded as "auraAwarded", tx_hash as "txHash", vouched_at as "vouchedAt"`

export async function insertVouches(tx: Tx, vouches: readonly Vouch[]): Promise<void> {
  const column = <T>(value: (vouch: Vouch) => T) => vouches.map(value)
  await tx.query(
    `insert into vouches (event_id, key, voucher_wallet, target_wallet, voucher_id, target_id, usdc_micros,
                          counted_micros, multiplier, aura_awarded, tx_hash, vouched_at)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::bigint[],
                          $8::bigint[], $9::text[], $10::int[], $11::text[], $12::timestamptz[])`,
    [
      column(({ eventId }) => eventId),
      column(({ key }) => key),
      column(({ voucherWallet }) => voucherWallet),
      column(({ targetWallet }) => targetWallet),
      column(({ voucherId }) => voucherId),
      column(({ targetId }) => targetId),
      column(({ usdcMicros }) => usdcMicros),
      column(({ countedMicros }) => countedMicros),
      column(({ multiplier }) => multiplier),
      column(({ auraAwarded }) => auraAwarded),
      column(({ txHash }) => txHash),
      column(({ vouchedAt }) => vouchedAt.toISOString()),
    ],
  )
}

/** Takes vouches away and answers them. */
export async function deleteVouches(tx: Tx, eventIds: readonly number[]): Promise<Vouch[]> {
  return tx.query(`delete from vouches where event_id = any($1::bigint[]) returning ${COLUMNS}`, [eventIds])
}

export async function findVouches(db: Queryable, eventIds: readonly number[]): Promise<Vouch[]> {
  return db.query(`select ${COLUMNS} from vouches where event_id = any($1::bigint[])`, [eventIds])
}

export interface PairTotal {
  voucherId: string
  targetId: string
  usdcMicros: number
  countedMicros: number
  count: number
}

/** What these pairs of people have vouched so far, over all wallets either ever had. */
export async function sumPairs(
  db: Queryable,
  pairs: readonly { voucherId: string; targetId: string }[],
): Promise<PairTotal[]> {
  return db.query(
    `select voucher_id as "voucherId", target_id as "targetId", sum(usdc_micros)::bigint as "usdcMicros",
            sum(counted_micros)::bigint as "countedMicros", count(*) as count
     from vouches
     where (voucher_id, target_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     group by voucher_id, target_id`,
    [pairs.map(({ voucherId }) => voucherId), pairs.map(({ targetId }) => targetId)],
  )
}

export interface VouchTotals {
  vouchesReceived: number
  receivedMicros: number
  vouchesGiven: number
  givenMicros: number
}

export async function sumVouches(db: Queryable, userId: string): Promise<VouchTotals> {
  const [row] = await db.query<VouchTotals>(
    `select (select count(*) from vouches where target_id = $1) as "vouchesReceived",
            (select coalesce(sum(usdc_micros), 0)::bigint from vouches where target_id = $1) as "receivedMicros",
            (select count(*) from vouches where voucher_id = $1) as "vouchesGiven",
            (select coalesce(sum(usdc_micros), 0)::bigint from vouches where voucher_id = $1) as "givenMicros"`,
    [userId],
  )
  return row as VouchTotals
}

/** Vouches a person received, as pieces of another feature's statement. `ownerExpression` is SQL, never input. */
export const receivedCount = (ownerExpression: string): string =>
  `(select count(*) from vouches where target_id = ${ownerExpression})`
export const receivedMicros = (ownerExpression: string): string =>
  `(select coalesce(sum(usdc_micros), 0)::bigint from vouches where target_id = ${ownerExpression})`
