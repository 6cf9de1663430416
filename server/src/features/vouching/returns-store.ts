import { TRUST_RULES } from '@aura/api/rules/trust'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const c = columns('return_cursors', 'c')

const FIND_CURSOR = sql`select ${c('blockNumber')} from return_cursors c where c.id = $1`
const LOCK_CURSOR = sql`select ${c('blockNumber')} from return_cursors c where c.id = $1 for update`

export const findReturnCursor = async (db: Queryable, id: string): Promise<number | undefined> =>
  (await db.query(FIND_CURSOR, [id]))[0]?.blockNumber

export const lockReturnCursor = async (tx: Tx, id: string): Promise<number | undefined> =>
  (await tx.query(LOCK_CURSOR, [id]))[0]?.blockNumber

const RECENT = `v.voucher_id is not null and v.target_id is not null
  and v.vouched_at >= $1::timestamptz - interval '${TRUST_RULES.returnDays} days'`

const FIND_FIRST_BLOCK = sql`
  select min(e.block_number) as ${out('block', 'bigint?')}
  from vouches v join chain_events e on e.id = v.event_id where ${RECENT}`

/** Returns the block of the first vouch that can still come back. */
export const findFirstBlock = async (db: Queryable, at: Date): Promise<number | null> =>
  (await db.query(FIND_FIRST_BLOCK, [at]))[0]?.block ?? null

const INSERT_CURSOR = sql`insert into return_cursors (id, block_number) values ($1, $2) on conflict do nothing`
const ADVANCE_CURSOR = sql`update return_cursors set block_number = $2 where id = $1`

export async function insertReturnCursor(db: Queryable, id: string, block: number): Promise<void> {
  await db.query(INSERT_CURSOR, [id, block])
}

export async function advanceReturnCursor(tx: Tx, id: string, block: number): Promise<void> {
  await tx.query(ADVANCE_CURSOR, [id, block])
}

const FIND_PAIRS = sql`
  select distinct targets.address as ${out('sender', 'text')}, vouchers.address as ${out('receiver', 'text')}
  from vouches v
  join wallet_bindings targets on targets.user_id = v.target_id
  join wallet_bindings vouchers on vouchers.user_id = v.voucher_id
  where ${RECENT} and targets.address <> vouchers.address
  order by 1, 2`

/** Returns the wallets between which money may go back, of people who got a vouch and of those who gave it. */
export const findReturnPairs = (db: Queryable, at: Date): Promise<RowOf<typeof FIND_PAIRS>[]> =>
  db.query(FIND_PAIRS, [at])

export interface SentBack {
  txHash: string
  logIndex: number
  blockNumber: number
  fromWallet: string
  toWallet: string
  fromId: string
  toId: string
  usdcMicros: number
  sentAt: Date
}

const INSERT_RETURNS = sql`
  insert into usdc_returns as known
    (chain_id, tx_hash, log_index, block_number, from_id, to_id, usdc_micros, sent_at, day, after_vouches)
  select $1::int, (array_agg(r.tx_hash order by r.block_number, r.log_index))[1],
         (array_agg(r.log_index order by r.block_number, r.log_index))[1], min(r.block_number), r.from_id, r.to_id,
         sum(r.usdc_micros)::bigint, min(r.sent_at), r.day, r.after_vouches
  from (
    select r.*, floor(extract(epoch from r.sent_at) / 86400)::int as day,
           (select count(*) from chain_events e join vouches v on v.event_id = e.id
            where e.chain_id = $1 and (e.block_number, e.log_index) < (r.block_number, r.log_index)
              and ((v.voucher_id = r.to_id and v.target_id = r.from_id)
                or (v.voucher_id = r.from_id and v.target_id = r.to_id)))::int as after_vouches
    from unnest($2::text[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::bigint[],
                $10::timestamptz[])
      as r (tx_hash, log_index, block_number, from_wallet, to_wallet, from_id, to_id, usdc_micros, sent_at)
    where exists (select 1 from vouches v
                  where v.voucher_id = r.to_id and v.target_id = r.from_id and v.vouched_at <= r.sent_at
                    and v.vouched_at >= r.sent_at - interval '${TRUST_RULES.returnDays} days')
      -- A vouch moves USDC itself.
      and not exists (select 1 from vouches own
                      where own.tx_hash = r.tx_hash and own.voucher_wallet = r.from_wallet
                        and own.target_wallet = r.to_wallet and own.usdc_micros = r.usdc_micros)) r
  group by r.from_id, r.to_id, r.day, r.after_vouches
  order by min(r.block_number), 3
  -- Readers notice a new id.
  on conflict (from_id, to_id, chain_id, day, after_vouches) do update
    set usdc_micros = known.usdc_micros + excluded.usdc_micros, id = default`

/** Stores USDC that went back to who had vouched. The caller holds the cursor, so that each transfer is stored once. */
export async function insertReturns(tx: Tx, chainId: number, sent: readonly SentBack[]): Promise<void> {
  await tx.query(INSERT_RETURNS, [
    chainId,
    sent.map(({ txHash }) => txHash),
    sent.map(({ logIndex }) => logIndex),
    sent.map(({ blockNumber }) => blockNumber),
    sent.map(({ fromWallet }) => fromWallet),
    sent.map(({ toWallet }) => toWallet),
    sent.map(({ fromId }) => fromId),
    sent.map(({ toId }) => toId),
    sent.map(({ usdcMicros }) => usdcMicros),
    sent.map(({ sentAt }) => sentAt.toISOString()),
  ])
}
