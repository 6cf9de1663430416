import { eventExpression } from '#features/chain-events'
import { type ReceiptRow, receiptSource } from '#features/receipts'
import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

/** SQL for events credited to, or paid by, a user, and their withdrawals that are not final yet. */
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
  where w.user_id = $1`

export const steezeReceipts = receiptSource(MINE, keysOf)

/** Returns ledger keys; a redemption's with its hold, what was held again, and other withdrawals. */
async function keysOf(db: Queryable, { key, redemptionId }: ReceiptRow): Promise<string[]> {
  if (key !== null) return [key, `${key}/claimed`, `${key}/debt-payment`, `${key}/claimed/debt-payment`]
  if (redemptionId === null) return []
  const settled = await db.query(FIND_SETTLEMENTS, [redemptionId])
  const keys = settled.map(({ chainId, txHash, logIndex }) => `steeze-withdrawal/${chainId}/${txHash}/${logIndex}`)
  const hold = `steeze-redemption/${redemptionId}`
  return [
    ...[hold, `${hold}/returned`, `${hold}/held-again`],
    ...keys.flatMap((each) => [each, `${each}/rest`, `${each}/held-again`]),
  ]
}

const e = columns('chain_events', 'e')
/** Withdrawals of a block settle together. */
const FIND_SETTLEMENTS = sql`
  select ${e('chainId', 'txHash', 'logIndex')}
  from steeze_withdrawals w cross join ${eventExpression('w.event_id')} where w.redemption_id = $1 order by e.id`
