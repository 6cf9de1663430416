import type { Backfill } from '#platform/backfill/backfill'
import { READ_AT_ONCE } from '#platform/backfill/batch-store'
import { out, sql } from '#platform/db/sql'

/** Inserts the keys of the next transfers that have none. Transfers never change, so none is locked. */
const batchAfter = (after: string) => sql`
  with batch as materialized (
    select t.id, t.key, t.opens_hold from ledger_transfers t ${after} order by t.id limit ${READ_AT_ONCE}
  ),
  filled as (
    insert into ledger_keys (hash, transfer_id)
    select ledger_key_hash(key), id from batch
    union all
    select ledger_hold_hash(opens_hold), id from batch where opens_hold is not null
    on conflict do nothing returning 1
  )
  select (select max(id)::text from batch) as ${out('last', 'text?')},
         (select count(*) from batch) as ${out('read', 'bigint')},
         (select count(*) from filled) as ${out('filled', 'bigint')}`

export const backfillKeys: Backfill = {
  name: 'ledger_transfers.keys',
  statements: { first: batchAfter(''), next: batchAfter('where t.id > $1::bigint') },
}
