import type { ReceiptKind } from '@aura/api/calls/receipts'
import type { Queryable } from '#platform/db/db'

export interface ReceiptRow {
  id: number
  kind: ReceiptKind
  steeze: number | null
  usdcMicros: number
  aura: number | null
  multiplier: string | null
  countedMicros: number | null
  auraCapped: number | null
  otherId: string | null
  otherName: string | null
  key: string | null
  redemptionId: string | null
  isSettled: boolean
  chainId: number
  txHash: string
  logIndex: number
  blockNumber: number
  blockTime: Date
  contract: string
  account: string
  target: string | null
}

/** Chain events credited to, or paid by, a user ($1), and their withdrawals that are not final yet. */
const MINE = `
  select event_id as id, 'purchase' as kind, amount as steeze, null::int as aura, null::text as multiplier,
         null::bigint as counted, null::int as capped, null::uuid as other_id, key, null::uuid as redemption_id, true as settled
  from steeze_purchases where user_id = $1
  union all
  select event_id, 'redeem', amount, null, null, null, null, null, null, redemption_id, true
  from steeze_withdrawals where user_id = $1
  union all
  select e.id, 'redeem', e.steeze_amount, null, null, null, null, null, null, r.id, false
  from user_wallets w
  join chain_events e on e.account = w.address and e.kind = 'steeze_withdrawn' and e.status = 'seen'
  left join steeze_redemptions r on r.chain_id = e.chain_id and r.contract = e.contract and r.wallet = e.account
                                and r.closed_at is null
  where w.user_id = $1
  union all
  select event_id, 'vouch_given', null, aura_awarded, multiplier, counted_micros, aura_capped, target_id, key, null, true
  from vouches where voucher_id = $1
  union all
  select event_id, 'vouch_received', null, aura_awarded, multiplier, counted_micros, aura_capped, voucher_id, key, null, true
  from vouches where target_id = $1`

const COLUMNS = `m.id, m.kind, m.steeze, e.usdc_micros as "usdcMicros", m.aura, m.multiplier, m.counted as "countedMicros",
  m.capped as "auraCapped",
  m.other_id as "otherId", u.username as "otherName", m.key, m.redemption_id as "redemptionId", m.settled as "isSettled",
  e.chain_id as "chainId", e.tx_hash as "txHash", e.log_index as "logIndex", e.block_number as "blockNumber",
  e.block_time as "blockTime", e.contract, e.account, e.target`

const FROM = `from (${MINE}) m join chain_events e on e.id = m.id left join user_profiles u on u.id = m.other_id`

export async function findReceipts(
  db: Queryable,
  userId: string,
  { kind, before, most }: { kind: ReceiptKind | null; before: number | null; most: number },
): Promise<ReceiptRow[]> {
  return db.query<ReceiptRow>(
    `select ${COLUMNS} ${FROM}
     where ($2::text is null or m.kind = $2) and ($3::bigint is null or m.id < $3) order by m.id desc limit $4`,
    [userId, kind, before, most],
  )
}

export async function findReceipt(db: Queryable, userId: string, id: number): Promise<ReceiptRow | undefined> {
  const [row] = await db.query<ReceiptRow>(`select ${COLUMNS} ${FROM} where m.id = $2`, [userId, id])
  return row
}

/** By ledger key: withdrawals of one block settle together. */
export async function findSettlements(
  db: Queryable,
  redemptionId: string,
): Promise<{ chainId: number; txHash: string; logIndex: number }[]> {
  return db.query(
    `select e.chain_id as "chainId", e.tx_hash as "txHash", e.log_index as "logIndex"
     from steeze_withdrawals w join chain_events e on e.id = w.event_id where w.redemption_id = $1 order by e.id`,
    [redemptionId],
  )
}
