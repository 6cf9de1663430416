import type { FeedEvent } from '@aura/api/calls/follows'
import type { FeedQuestion } from '#features/follows'
import type { Context } from '#platform/context'
import { columns, sql } from '#platform/db/sql'

const b = columns('battles', 'b')

const FIND_LIVE_OF = sql`
  select ${b('id', 'challengerId', 'opponentId', 'startsAt')} from battles b
  where b.status = 'active' and (b.challenger_id = any($1::uuid[]) or b.opponent_id = any($1::uuid[]))
  order by b.starts_at desc, b.id limit $2`

const FIND_WON_BY = sql`
  select ${b('id', 'challengerId', 'opponentId', 'winnerId', 'endsAt')} from battles b
  where b.winner_id = any($1::uuid[]) and b.ends_at > $2::timestamptz order by b.ends_at desc, b.id limit $3`

/** Returns live battles and won ones. */
export async function battlesFeed({ db }: Context, { userIds, since, limit }: FeedQuestion): Promise<FeedEvent[]> {
  const known = new Set(userIds)
  const live = await db.query(FIND_LIVE_OF, [userIds, limit])
  const won = await db.query(FIND_WON_BY, [userIds, since, limit])
  const event = (id: string, at: Date) => ({ id, at: at.toISOString(), number: null, path: `/battles/${id}` })
  return [
    ...live.map(({ id, challengerId, opponentId, startsAt }) => {
      const [personId, otherId] = known.has(challengerId) ? [challengerId, opponentId] : [opponentId, challengerId]
      return { ...event(id, startsAt), kind: 'battle_live', isLive: true, personId, otherId }
    }),
    ...won.map(({ id, challengerId, opponentId, winnerId, endsAt }) => {
      const [personId, otherId] = winnerId === challengerId ? [challengerId, opponentId] : [opponentId, challengerId]
      return { ...event(id, endsAt), kind: 'battle_won', isLive: false, personId, otherId }
    }),
  ]
}
