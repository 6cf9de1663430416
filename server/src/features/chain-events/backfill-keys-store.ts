import type { Backfill } from '#platform/backfill/backfill'
import { READ_AT_ONCE } from '#platform/backfill/batch-store'
import { out, sql } from '#platform/db/sql'

/** Inserts the keys of the next events that have none. An event keeps its place, so none is locked. */
const batchAfter = (after: string) => sql`
  with batch as materialized (
    select e.id, e.chain_id, e.tx_hash, e.log_index from chain_events e ${after} order by e.id limit ${READ_AT_ONCE}
  ),
  filled as (
    insert into chain_event_keys (event_id, chain_id, log_index, tx_hash)
    select id, chain_id, log_index, chain_hash_bytes(tx_hash) from batch order by id
    on conflict do nothing returning 1
  )
  select (select max(id)::text from batch) as ${out('last', 'text?')},
         (select count(*) from batch) as ${out('read', 'bigint')},
         (select count(*) from filled) as ${out('filled', 'bigint')}`

export const backfillKeys: Backfill = {
  name: 'chain_events.keys',
  statements: { first: batchAfter(''), next: batchAfter('where e.id > $1::bigint') },
}
