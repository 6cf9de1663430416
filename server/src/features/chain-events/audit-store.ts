import type { Queryable } from '#platform/db/db'

/** Id at which the next `rows` events end; null if there are none. */
export async function findEventRange(db: Queryable, after: number, rows: number): Promise<number | null> {
  const [row] = await db.query<{ last: number | null }>(
    `select max(id) as last from (select id from chain_events where id > $1 order by id limit ${rows}) next`,
    [after],
  )
  return row?.last ?? null
}
