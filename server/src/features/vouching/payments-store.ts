import type { PaymentSource } from '#features/trust'
import { columns, out, sql } from '#platform/db/sql'

const DAY_MS = 86_400_000

const v = columns('vouches', 'v')

const FIND_FINAL_BLOCK = sql`select coalesce(max(final_number), -1) as ${out('block', 'bigint')} from chain_cursors`

const FIND_FINAL_VOUCHES = sql`
  select ${v('voucherId', 'targetId', 'usdcMicros', 'vouchedAt')}
  from chain_events e join vouches v on v.event_id = e.id
  where e.chain_id = $1 and e.block_number > $2 and e.block_number <= $3
    and v.voucher_id is not null and v.target_id is not null and not v.was_blocked
    and ($4::uuid is null or v.voucher_id = $4 or v.target_id = $4)
  order by e.block_number, e.log_index`

/** Returns final vouches between people, without those made during a block. */
export const findFinalPayments: PaymentSource = async (ctx, db, { afterBlock, userId = null }) => {
  const upToBlock = (await db.query(FIND_FINAL_BLOCK, []))[0]?.block ?? -1
  if (upToBlock <= afterBlock) return { payments: [], upToBlock }
  const rows = await db.query(FIND_FINAL_VOUCHES, [ctx.chain.id, afterBlock, upToBlock, userId])
  const payments = rows.flatMap(({ voucherId, targetId, usdcMicros, vouchedAt }) =>
    voucherId === null || targetId === null
      ? []
      : {
          from: voucherId,
          to: targetId,
          micros: usdcMicros,
          day: Math.floor(vouchedAt.getTime() / DAY_MS),
          isVouch: true,
        },
  )
  return { payments, upToBlock }
}
