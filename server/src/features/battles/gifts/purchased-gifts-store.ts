import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'

const b = columns('battles', 'b')

const FIND_RECENT = sql`
  select ${b('endsAt')}, sum(g.purchased)::bigint as ${out('amount', 'bigint')}
  from battles b join battle_gifts g on g.battle_id = b.id
  where $1 in (b.challenger_id, b.opponent_id) and b.status = 'completed' and b.ends_at > $2::timestamptz
    and g.participant_id = $1 and g.purchased > 0
  group by b.id order by b.ends_at, b.id`

/** Purchased Steeze paid out to a participant, by battles that ended after a moment, oldest first. */
export const findRecentPurchasedGifts = (
  db: Queryable,
  { userId, endedAfter }: { userId: string; endedAfter: Date },
): Promise<{ endsAt: Date; amount: number }[]> => db.query(FIND_RECENT, [userId, endedAfter])

const g = columns('battle_gifts', 'g')
const FIND_GIFTS_FROM = sql`
  select ${g('giverId')}, sum(g.amount)::bigint as ${out('amount', 'bigint')}
  from battle_gifts g join battles b on b.id = g.battle_id
  where g.giver_id = any($2::uuid[]) and g.participant_id = $1 and b.status = 'completed'
  group by g.giver_id order by g.giver_id`

/** Steeze that these people gifted somebody in battles that were paid out. Those who gave none are left out. */
export const findGiftsFrom = (
  db: Queryable,
  { userId, giverIds }: { userId: string; giverIds: readonly string[] },
): Promise<{ giverId: string; amount: number }[]> => db.query(FIND_GIFTS_FROM, [userId, giverIds])
