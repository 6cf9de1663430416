import type { Queryable } from '#platform/db/db'
import { fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'

/**
 * Returns SQL for the events of chain and block of a row of `final`, as `e`, with these columns. It bounds both ends:
 * with a single bound a planner that doesn't know the block expects a third of all events, and reads every partition.
 * `offset 0` keeps it from other orders.
 */
export const eventsPastFinal = (columns: string): string => `
  (select ${columns} from chain_events e
   where e.chain_id = final.chain_id and e.block_number > final.block and e.block_number <= 9223372036854775807 offset 0) e`

const FIND_EVENT_RANGE = sqlWith(
  (rows: number) => fragment`
    select max(id) as ${out('last', 'bigint?')}
    from (select id from chain_events where id > $1 order by id limit ${rows}) next`,
  1_000,
)

/** Returns the id at which the next `rows` events end; null if there are none. */
export async function findEventRange(db: Queryable, after: number, rows: number): Promise<number | null> {
  const [row] = await db.query(FIND_EVENT_RANGE(rows), [after])
  return row?.last ?? null
}

// `offset 0` keeps the first waiting event from being looked for in the order of ids, past all decided ones.
const FIND_SETTLED_EVENT = sql`
  with recursive chain as (
    (select chain_id from chain_events order by chain_id limit 1)
    union all
    select (select e.chain_id from chain_events e where e.chain_id > c.chain_id order by e.chain_id limit 1)
    from chain c where c.chain_id is not null
  ),
  final as (
    select chain_id, coalesce((select min(f.final_number) from chain_cursors f
                               where split_part(f.id, '/', 1)::int = c.chain_id), -1) as block
    from chain c where chain_id is not null
  )
  select coalesce(least(
           (select min(e.id) from final cross join lateral ${eventsPastFinal('id')}),
           (select min(e.id) from (select id from chain_events where status = 'seen' offset 0) e)) - 1,
         (select max(id) from chain_events), 0) as ${out('id', 'bigint')}`

/** Returns the id up to which all events are in final blocks and decided, so that they never change. */
export async function findSettledEvent(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_SETTLED_EVENT)
  return row?.id ?? 0
}

const FIND_WRONG_KEYS = sql`
  select e.id as ${out('id', 'bigint?')}, k.event_id as ${out('ofEvent', 'bigint?')},
         coalesce(e.chain_id || '/' || e.tx_hash || '/' || e.log_index,
                  k.chain_id || '/0x' || encode(k.tx_hash, 'hex') || '/' || k.log_index) as ${out('place', 'text')}
  from (select id, chain_id, tx_hash, log_index from chain_events where id > $1 and id <= $2) e
  full join (select event_id, chain_id, tx_hash, log_index from chain_event_keys where event_id > $1 and event_id <= $2) k
    on k.event_id = e.id and k.chain_id = e.chain_id and k.log_index = e.log_index
      and '0x' || encode(k.tx_hash, 'hex') = e.tx_hash
  where e.id is null or k.event_id is null
  order by coalesce(e.id, k.event_id), 3`

/** Returns events in the range without their key (`ofEvent` null), and keys without an event (`id` null). */
export const findWrongKeys = (
  db: Queryable,
  { after, upTo }: { after: number; upTo: number },
): Promise<RowOf<typeof FIND_WRONG_KEYS>[]> => db.query(FIND_WRONG_KEYS, [after, upTo])
