import type { EventRange } from '#features/chain-events'
import { transferExpression } from '#features/ledger'
import type { Queryable } from '#platform/db/db'
import { out, type RowOf, sql } from '#platform/db/sql'

const FIND_UNAWARDED = sql`
  select 'event ' || e.id as ${out('subject', 'text')}, coalesce(v.key, 'no vouch') as ${out('detail', 'text')}
  from chain_events e
  left join lateral (select event_id, key, aura_awarded from vouches where event_id = e.id limit 1) v on true
  where e.id > $1 and e.id <= $2 and e.kind = 'vouched'
    and ((e.status = 'applied') <> (v.event_id is not null)
         or (v.aura_awarded > 0) <> (${transferExpression('v.key', 'v.aura_awarded')} is not null))
  order by e.id`

/** Returns vouches that count and were not awarded, or the reverse. */
export const findUnawarded = (db: Queryable, { after, upTo }: EventRange): Promise<RowOf<typeof FIND_UNAWARDED>[]> =>
  db.query(FIND_UNAWARDED, [after, upTo])
