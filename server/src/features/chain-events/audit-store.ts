import type { Queryable } from '#platform/db/db'
import { fragment, out, sqlWith } from '#platform/db/sql'

const FIND_EVENT_RANGE = sqlWith(
  (rows: number) => fragment`
    select max(id) as ${out('last', 'bigint?')}
    from (select id from chain_events where id > $1 order by id limit ${rows}) next`,
  1_000,
)

/** Id at which the next `rows` events end; null if there are none. */
export async function findEventRange(db: Queryable, after: number, rows: number): Promise<number | null> {
  const [row] = await db.query(FIND_EVENT_RANGE(rows), [after])
  return row?.last ?? null
}
