import { MICROS_PER_USDC } from '@aura/api/money'
import type { FinalBackings } from '#features/trust'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'

const DAY_MS = 86_400_000

const v = columns('vouches', 'v')

const FIND_FINAL_BLOCK = sql`select coalesce(max(final_number), -1) as ${out('block', 'bigint')} from chain_cursors`

const FIND_FINAL_VOUCHES = sql`
  select ${v('voucherId', 'targetId', 'usdcMicros', 'vouchedAt')}
  from chain_events e join vouches v on v.event_id = e.id
  where e.chain_id = $1 and e.block_number > $2 and e.block_number <= $3
    and v.voucher_id is not null and v.target_id is not null
    and not v.was_blocked
    and not exists (select 1 from related_pairs r
                    where r.a_id = least(v.voucher_id, v.target_id) and r.b_id = greatest(v.voucher_id, v.target_id)
                      and r.is_related)
  order by e.block_number, e.log_index`

/** Returns final vouches in whole USDC, without those between people then blocked and related accounts. */
export async function findFinalBackings(ctx: Context, db: Queryable, afterBlock: number): Promise<FinalBackings> {
  const upToBlock = (await db.query(FIND_FINAL_BLOCK, []))[0]?.block ?? -1
  if (upToBlock <= afterBlock) return { backings: [], upToBlock }
  const rows = await db.query(FIND_FINAL_VOUCHES, [ctx.chain.id, afterBlock, upToBlock])
  const backings = rows.flatMap(({ voucherId, targetId, usdcMicros, vouchedAt }) =>
    voucherId === null || targetId === null
      ? []
      : {
          from: voucherId,
          to: targetId,
          usdc: Math.floor(usdcMicros / MICROS_PER_USDC),
          day: Math.floor(vouchedAt.getTime() / DAY_MS),
        },
  )
  return { backings, upToBlock }
}
