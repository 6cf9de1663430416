import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import { givenInBattle } from './gifts/gift-times-store.ts'
import { BATTLE_COLUMNS, type BattleRow } from './store.ts'

const g = columns('battle_gifts', 'g')

const FIND_MOVABLE = sql`
  select ${BATTLE_COLUMNS} from battles b
  where ($1::uuid is null or b.id > $1) and b.status in ('active', 'completed', 'cancelled')
    and (b.soft_close or b.planned_ends_at is not null)
  order by b.id limit $2`

/** Returns battles whose end could move, or did. */
export async function findMovable(db: Queryable, after: string | null, limit: number): Promise<BattleRow[]> {
  return db.query(FIND_MOVABLE, [after, limit])
}

const FIND_GIFTS_BEFORE = sql`
  select ${g('seq', 'participantId', 'amount', 'at')} from battle_gifts g
  where g.battle_id = $1 and g.seq < $2 and g.seq >= $2 - $3::int and ${givenInBattle('g', '$1')}
  order by g.seq desc`

/** Returns gifts before a number, newest first. */
export async function findGiftsBefore(
  db: Queryable,
  battleId: string,
  { seq, limit }: { seq: number; limit: number },
): Promise<{ seq: number; participantId: string; amount: number; at: Date }[]> {
  return db.query(FIND_GIFTS_BEFORE, [battleId, seq, limit])
}

const FIND_WRONG_TOTALS = sql`
  select coalesce(stored.status, found.status) as ${out('subject', 'text')},
         format('stored %s, found %s', coalesce(stored.n, 0), coalesce(found.n, 0)) as ${out('detail', 'text')}
  from (select status, sum(count::bigint) as n from battle_totals, jsonb_each_text(counts) as stands (status, count)
        group by status) stored
  full join (select status, count(*) as n from battles group by status) found on found.status = stored.status
  where coalesce(stored.n, 0) <> coalesce(found.n, 0) order by 1`

export const findWrongTotals = (db: Queryable): Promise<{ subject: string; detail: string }[]> =>
  db.query(FIND_WRONG_TOTALS, [])
