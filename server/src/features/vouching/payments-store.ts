import type { Payment, PaymentSource } from '#features/trust'
import type { Queryable } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const DAY_MS = 86_400_000

const FIND_FINAL_BLOCK = sql`select coalesce(max(final_number), -1) as ${out('block', 'bigint')} from chain_cursors`

const FIND_LAST_RETURN = sql`select coalesce(max(r.id), 0) as ${out('id', 'bigint')} from usdc_returns r`

const OF_ONE = (one: string, other: string) =>
  `($4::uuid is null or (${one} = $4 and ${other} = any($5::uuid[])) or (${other} = $4 and ${one} = any($5::uuid[])))`

const FIND_PAYMENTS = sql`
  select paid."from" as ${out('from', 'uuid')}, paid."to" as ${out('to', 'uuid')}, paid.micros as ${out('micros', 'bigint')},
         paid.at as ${out('at', 'timestamptz')}, paid.is_vouch as ${out('isVouch', 'boolean')}
  from (
    select v.voucher_id as "from", v.target_id as "to", v.usdc_micros as micros, v.vouched_at as at, true as is_vouch,
           e.block_number, e.log_index
    from chain_events e join vouches v on v.event_id = e.id
    where e.chain_id = $1 and e.block_number > $2 and e.block_number <= $3
      and v.voucher_id is not null and v.target_id is not null and not v.was_blocked
      and ${OF_ONE('v.voucher_id', 'v.target_id')}
    union all
    select r.from_id, r.to_id, r.usdc_micros, r.sent_at, false, r.block_number, r.log_index
    from usdc_returns r
    where r.chain_id = $1 and r.block_number > $2 and r.block_number <= $3 and ${OF_ONE('r.from_id', 'r.to_id')}) paid
  order by paid.block_number, paid.log_index`

/** Returns final vouches between people, without those made during a block, and what went back without a vouch. */
export const findFinalPayments: PaymentSource = async (
  ctx,
  db,
  { afterBlock, between: { userId = null, otherIds = [] } = {} },
) => {
  const upToBlock = (await db.query(FIND_FINAL_BLOCK, []))[0]?.block ?? -1
  const lastReturn = (await db.query(FIND_LAST_RETURN, []))[0]?.id ?? 0
  if (upToBlock <= afterBlock) return { payments: [], upToBlock, lastReturn }
  const payments = await findPayments(db, [ctx.chain.id, afterBlock, upToBlock, userId, [...otherIds]])
  return { payments, upToBlock, lastReturn }
}

type Asked = [chainId: number, afterBlock: number, upToBlock: number, one: string | null, others: readonly string[]]

const findPayments = async (db: Queryable, asked: Asked): Promise<Payment[]> =>
  (await db.query(FIND_PAYMENTS, asked)).map(({ at, ...payment }) => ({
    ...payment,
    day: Math.floor(at.getTime() / DAY_MS),
  }))

/** Returns the payments between two people in the order of the chain, also those that aren't final yet. */
export const findPaymentsBetween = (
  db: Queryable,
  { chainId, one, other }: { chainId: number; one: string; other: string },
): Promise<Payment[]> => findPayments(db, [chainId, -1, Number.MAX_SAFE_INTEGER, one, [other]])
