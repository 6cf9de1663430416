import { receiptSource } from '#features/receipts'

/** A receipt doesn't name a voucher whom the reader blocked. */
const MINE = `
  select event_id as id, 'vouch_given' as kind, null::bigint as steeze, aura_awarded as aura, multiplier,
         counted_micros as counted, aura_capped as capped, target_id as other_id, key, null::uuid as redemption_id,
         true as settled
  from vouches where voucher_id = $1
  union all
  select event_id, 'vouch_received', null, aura_awarded, multiplier, counted_micros, aura_capped,
         case when not exists (select 1 from blocks where blocker_id = $1 and blocked_id = voucher_id) then voucher_id end,
         key, null, true
  from vouches where target_id = $1`

export const vouchReceipts = receiptSource(MINE, async (_db, { key }) =>
  key === null ? [] : [key, `${key}/debt-payment`],
)
