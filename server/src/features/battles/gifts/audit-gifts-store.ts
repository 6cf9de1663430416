import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'
import { givenInBattle } from './gift-times-store.ts'

const b = columns('battles', 'b')

const FIND_GIFTED = sqlWith(
  (rows: number) => fragment`
    select ${b('id', 'giftCount')},
           ($2::timestamptz is null or (b.gift_count > 0 and b.ends_at > $2)) as ${out('isDue', 'boolean')}
    from battles b where $1::uuid is null or b.id > $1 order by b.id limit ${rows}`,
  1_024,
)

export type GiftedBattle = RowOf<ReturnType<typeof FIND_GIFTED>>

/** Returns the next `rows` battles to audit: all, or those with gifts that ended after `since` or haven't ended. */
export const findGifted = (
  db: Queryable,
  { after, since }: { after: string | null; since: Date | null },
  rows: number,
): Promise<GiftedBattle[]> => db.query(FIND_GIFTED(rows), [after, since])

const CHECK_GIFTS = sql`
  with page as materialized (
    select g.seq, g.giver_id, g.key, g.at from battle_gifts g
    where g.battle_id = $1 and g.seq > $2 and g.seq <= $3 and ${givenInBattle('g', '$1')}
  ), wrong as materialized (
    select p.seq from page p
    left join lateral (select battle_id, seq, at from battle_gift_keys
                       where giver_id = p.giver_id and hash = ledger_key_hash(p.key) limit 1) k on true
    where k.battle_id is distinct from $1 or k.seq is distinct from p.seq or k.at is distinct from p.at
  )
  select count(*)::int as ${out('count', 'int')}, max(at) as ${out('newest', 'timestamptz?')},
         array(select seq from wrong order by seq limit 20) as ${out('wrong', 'int[]')},
         (select max(g.seq) from battle_gifts g
          where g.battle_id = $1 and g.seq > (select gift_count from battles where id = $1)) as ${out('beyond', 'int?')}
  from page`

/**
 * Checks the gifts of a battle after the number `after`, up to `upTo`. `wrong`: some whose key is missing or another's.
 * `beyond`: the highest number above the battle's count of gifts, at any time, by one look into each partition's index.
 */
export async function checkGifts(
  db: Queryable,
  { id, after, upTo }: { id: string; after: number; upTo: number },
): Promise<RowOf<typeof CHECK_GIFTS>> {
  const [row] = await db.query(CHECK_GIFTS, [id, after, upTo])
  return row ?? { count: 0, newest: null, wrong: [], beyond: null }
}

const CHECK_KEYS = sqlWith(
  (rows: number) => fragment`
    with page as materialized (
      select k.giver_id, k.hash, k.battle_id, k.seq, k.at from battle_gift_keys k
      where (k.giver_id, k.hash) > ($1::uuid, $2::uuid) order by k.giver_id, k.hash limit ${rows}
    )
    select count(*)::int as ${out('count', 'int')},
           array(select giver_id || '/' || hash from page p
                 left join lateral (select g.giver_id as giver, g.key from battle_gifts g
                                    where g.battle_id = p.battle_id and g.seq = p.seq and g.at = p.at limit 1) g on true
                 where g.giver is distinct from p.giver_id or ledger_key_hash(g.key) is distinct from p.hash
                 order by 1 limit 20) as ${out('wrong', 'text[]')},
           (select giver_id from page order by giver_id desc, hash desc limit 1) as ${out('giverId', 'uuid?')},
           (select hash from page order by giver_id desc, hash desc limit 1) as ${out('hash', 'uuid?')}
    from page`,
  64,
)

export interface KeyPlace {
  giverId: string
  hash: string
}

export interface CheckedKeys {
  count: number
  wrong: readonly string[]
  /** Place of the last key; null if there were none. */
  last: KeyPlace | null
}

const NIL = '00000000-0000-0000-0000-000000000000'

const NONE = { count: 0, wrong: [], giverId: null, hash: null }

/** Checks the next `rows` keys. `wrong`: some that belong to no gift. */
export async function checkKeys(db: Queryable, after: KeyPlace | null, rows: number): Promise<CheckedKeys> {
  const [row] = await db.query(CHECK_KEYS(rows), [after?.giverId ?? NIL, after?.hash ?? NIL])
  const { giverId, hash, count, wrong } = row ?? NONE
  return { count, wrong, last: giverId !== null && hash !== null ? { giverId, hash } : null }
}
