import type { FeedEvent } from '@aura/api/calls/follows'
import type { FeedQuestion } from '#features/follows'
import type { Context } from '#platform/context'
import { columns, sql } from '#platform/db/sql'
import { JOIN_VISIBLE_WORDS } from './words-store.ts'

const v = columns('vouches', 'v')
const w = columns('vouch_words', 'w?')

const FIND_GIVEN_BY = sql`
  select ${v('eventId', 'voucherId', 'targetId', 'usdcMicros', 'vouchedAt')}, ${w('text')}
  from vouches v ${JOIN_VISIBLE_WORDS}
  where v.voucher_id = any($2::uuid[]) and v.target_id is not null and v.vouched_at > $3::timestamptz
  order by v.vouched_at desc, v.event_id desc limit $4`

/** Returns vouches these people gave, with their micro-USDC and the words the viewer may see. */
export async function vouchingFeed(
  { db }: Context,
  { userIds, viewerId, since, limit }: FeedQuestion,
): Promise<FeedEvent[]> {
  const rows = await db.query(FIND_GIVEN_BY, [viewerId, userIds, since, limit])
  return rows.flatMap(({ eventId, voucherId, targetId, usdcMicros, vouchedAt, text }) =>
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
          ...(text !== null && { words: text }),
        },
  )
}
