import type { Backfill } from '#platform/backfill/backfill'
import { READ_AT_ONCE } from '#platform/backfill/batch-store'
import { out, sql } from '#platform/db/sql'

/** Inserts the keys of the next gifts that have none. Gifts never change, so none is locked. */
const batchAfter = (after: string) => sql`
  with batch as materialized (
    select g.battle_id, g.seq, g.giver_id, g.key, g.at from battle_gifts g ${after}
    order by g.battle_id, g.seq limit ${READ_AT_ONCE}
  ),
  filled as (
    insert into battle_gift_keys (giver_id, hash, battle_id, seq, at)
    select giver_id, ledger_key_hash(key), battle_id, seq, at from batch
    on conflict do nothing returning 1
  )
  select (select battle_id || '/' || seq from batch order by battle_id desc, seq desc limit 1) as ${out('last', 'text?')},
         (select count(*) from batch) as ${out('read', 'bigint')},
         (select count(*) from filled) as ${out('filled', 'bigint')}`

export const backfillGiftKeys: Backfill = {
  name: 'battle_gifts.keys',
  statements: {
    first: batchAfter(''),
    next: batchAfter(`where (g.battle_id, g.seq) > (split_part($1, '/', 1)::uuid, split_part($1, '/', 2)::int)`),
  },
}
