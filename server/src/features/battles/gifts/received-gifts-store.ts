import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import { givenIn } from './gift-times-store.ts'

const b = columns('battles', 'b')

const FIND_MATURING = sql`
  select ${b('endsAt')}, sum(p.purchased + least(p.earned, coalesce(got.amount, 0)))::bigint as ${out('amount', 'bigint')}
  from battles b
  cross join lateral (
    select g.giver_id, sum(g.purchased) as purchased, sum(g.earned) as earned, min(g.at) as first_at, max(g.at) as last_at
    from battle_gifts g where g.battle_id = b.id and g.participant_id = $1 and ${givenIn('g', 'b')}
    group by g.giver_id) p
  left join lateral (
    select sum(case when r.challenger_id = p.giver_id then r.challenger_steeze else r.opponent_steeze end) as amount
    from battles r
    where p.earned > 0 and p.giver_id in (r.challenger_id, r.opponent_id) and r.status = 'completed'
      and r.ends_at > p.first_at - $3::bigint * interval '1 millisecond' and r.ends_at <= p.last_at) got on true
  where $1 in (b.challenger_id, b.opponent_id) and b.status = 'completed'
    and b.ends_at > $2::timestamptz - $3::bigint * interval '1 millisecond'
  group by b.id having sum(p.purchased + least(p.earned, coalesce(got.amount, 0))) > 0 order by b.ends_at, b.id`

/**
 * Returns gifts paid out to a participant that mature at `now`, by battle, oldest first: the purchased part, and the
 * part the giver had earned, up to the gifts they received within the maturing time before. Those may all have been
 * mature, but to know it each chain of givers would have to be followed to its start; a chain of any length lets no
 * immature Steeze out.
 */
export const findMaturingGifts = (
  db: Queryable,
  { userId, now, maturingMs }: { userId: string; now: Date; maturingMs: number },
): Promise<{ endsAt: Date; amount: number }[]> => db.query(FIND_MATURING, [userId, now, maturingMs])

const g = columns('battle_gifters', 'g')
const FIND_GIFTS_FROM = sql`
  select ${g('giverId')}, sum(g.amount)::bigint as ${out('amount', 'bigint')}
  from battles b
  join battle_gifters g on g.battle_id = b.id and g.participant_id = $1 and g.giver_id = any($2::uuid[])
  where $1 in (b.challenger_id, b.opponent_id) and b.status = 'completed'
  group by g.giver_id order by g.giver_id`

/** Returns the Steeze that these people gifted in battles that were paid out, without people who gave none. */
export const findGiftsFrom = (
  db: Queryable,
  { userId, giverIds }: { userId: string; giverIds: readonly string[] },
): Promise<{ giverId: string; amount: number }[]> => db.query(FIND_GIFTS_FROM, [userId, giverIds])
