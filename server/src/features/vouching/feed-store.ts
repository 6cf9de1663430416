import type { FeedEvent } from '@aura/api/calls/follows'
import type { FeedQuestion } from '#features/follows'
import type { Context } from '#platform/context'
import { columns, sql } from '#platform/db/sql'

const v = columns('vouches', 'v')

const FIND_GIVEN_BY = sql`
  select ${v('eventId', 'voucherId', 'targetId', 'usdcMicros', 'vouchedAt')} from vouches v
  where v.voucher_id = any($1::uuid[]) and v.target_id is not null and v.vouched_at > $2::timestamptz
  order by v.vouched_at desc, v.event_id desc limit $3`

/** Vouches these people gave, with their micro-USDC. */
export async function vouchingFeed({ db }: Context, { userIds, since, limit }: FeedQuestion): Promise<FeedEvent[]> {
  const rows = await db.query(FIND_GIVEN_BY, [userIds, since, limit])
  return rows.flatMap(({ eventId, voucherId, targetId, usdcMicros, vouchedAt }) =>
    voucherId === null || targetId === null
      ? []
      : {
          id: String(eventId),
          kind: 'vouched',
          at: vouchedAt.toISOString(),
          isLive: false,
          number: usdcMicros,
          path: `/user/${targetId}`,
          personId: voucherId,
          otherId: targetId,
        },
  )
}
