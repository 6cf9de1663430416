import type { ReceiptKind } from '@aura/api/calls/receipts'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, of, out, type RowOf, sql } from '#platform/db/sql'

const e = columns('chain_events', 'e')

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

const u = columns('user_profiles', 'u?')
const COLUMNS = fragment`m.id as ${out('id', 'bigint')}, m.kind as ${out('kind', 'text', of<ReceiptKind>)},
  m.steeze as ${out('steeze', 'bigint?')}, ${e('usdcMicros')}, m.aura as ${out('aura', 'int?')},
  m.multiplier as ${out('multiplier', 'text?')}, m.counted as ${out('countedMicros', 'bigint?')},
  m.capped as ${out('auraCapped', 'int?')}, m.other_id as ${out('otherId', 'uuid?')}, ${u({ otherName: 'username' })},
  m.key as ${out('key', 'text?')}, m.redemption_id as ${out('redemptionId', 'uuid?')},
  m.settled as ${out('isSettled', 'boolean')},
  ${e('chainId', 'txHash', 'logIndex', 'blockNumber', 'blockTime', 'contract', 'account', 'target')}`

const FROM = `from (${MINE}) m join chain_events e on e.id = m.id left join user_profiles u on u.id = m.other_id`

/** A row's key is that of the ledger; for a withdrawal its redemption's. */
export type ReceiptRow = RowOf<typeof COLUMNS>

const FIND_RECEIPTS = sql`
  select ${COLUMNS} ${FROM}
  where ($2::text is null or m.kind = $2) and ($3::bigint is null or m.id < $3) order by m.id desc limit $4`

export async function findReceipts(
  db: Queryable,
  userId: string,
  { kind, before, most }: { kind: ReceiptKind | null; before: number | null; most: number },
): Promise<ReceiptRow[]> {
  return db.query(FIND_RECEIPTS, [userId, kind, before, most])
}

const FIND_RECEIPT = sql`select ${COLUMNS} ${FROM} where m.id = $2`

export async function findReceipt(db: Queryable, userId: string, id: number): Promise<ReceiptRow | undefined> {
  const [row] = await db.query(FIND_RECEIPT, [userId, id])
  return row
}

const FIND_SETTLEMENTS = sql`
  select ${e('chainId', 'txHash', 'logIndex')}
  from steeze_withdrawals w join chain_events e on e.id = w.event_id where w.redemption_id = $1 order by e.id`

/** By ledger key: withdrawals of one block settle together. */
export async function findSettlements(
  db: Queryable,
  redemptionId: string,
): Promise<{ chainId: number; txHash: string; logIndex: number }[]> {
  return db.query(FIND_SETTLEMENTS, [redemptionId])
}
