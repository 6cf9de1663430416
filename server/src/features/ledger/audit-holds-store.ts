import type { Queryable } from '#platform/db/db'
import { fragment, out, type Statement, sql, sqlWith } from '#platform/db/sql'
import { type Finding, type IdRange, isOpen } from './audit-store.ts'

export interface HoldRange {
  after: string | null
  upTo: string
}

const rangesOf = (table: string, id: string) => {
  const statement = (where: string) =>
    sqlWith(
      (rows: number) => fragment`
        select (array_agg(id order by id desc))[1] as ${out('upTo', 'uuid?')}, count(*) as ${out('count', 'bigint')}
        from (select ${id} as id from ${table} ${where} order by ${id} limit ${rows}) next`,
      1_000,
    )
  return { first: statement(''), next: statement(`where ${id} > $1`) }
}

const FIND_HOLD_RANGE = {
  ledger_holds: rangesOf('ledger_holds', 'id'),
  ledger_hold_resolutions: rangesOf('ledger_hold_resolutions', 'hold_id'),
}

/** Returns the hold at which the next `rows` rows end (null if there are none), and their number. */
export async function findHoldRange(
  db: Queryable,
  table: keyof typeof FIND_HOLD_RANGE,
  after: string | null,
  rows: number,
): Promise<{ upTo: string | null; count: number }> {
  const { first, next } = FIND_HOLD_RANGE[table]
  const [row] = await (after === null ? db.query(first(rows)) : db.query(next(rows), [after]))
  return row ?? { upTo: null, count: 0 }
}

const FIND_NAMED_HOLDS = sql`
  select distinct named.hold_id as ${out('id', 'uuid')}
  from ledger_transfers t cross join lateral (values (t.opens_hold), (t.resolves_hold)) as named (hold_id)
  where t.id > $1 and t.id <= $2 and named.hold_id is not null
  order by 1`

export async function findNamedHolds(db: Queryable, { after, upTo }: IdRange): Promise<string[]> {
  const rows = await db.query(FIND_NAMED_HOLDS, [after, upTo])
  return rows.map(({ id }) => id)
}

/** Returns a statement for the first range, one for later ones, and one for holds by id. */
const ofRanges = <Row>(statement: (within: (id: string) => string) => Statement<Row>) => ({
  first: statement((id) => `${id} <= $1 and $2::uuid is null`),
  next: statement((id) => `${id} <= $1 and ${id} > $2`),
  named: statement((id) => `${id} = any($1::uuid[])`),
})
type OfRanges<Row> = Record<'first' | 'next' | 'named', Statement<Row>>

export type SomeHolds = HoldRange | readonly string[]

const isNamed = (holds: SomeHolds): holds is readonly string[] => Array.isArray(holds)

function inRange<Row>(db: Queryable, { first, next, named }: OfRanges<Row>, holds: SomeHolds): Promise<Row[]> {
  if (isNamed(holds)) return db.query(named, [holds])
  return db.query(holds.after === null ? first : next, [holds.upTo, holds.after])
}

const FIND_UNFILLED = ofRanges(
  (within) => sql`
    select 'hold ' || h.id as ${out('subject', 'text')},
           'holds ' || h.amount || ', filled with ' || coalesce(t.amount, 0) as ${out('detail', 'text')}
    from ledger_holds h
    left join lateral (select transfer_id from ledger_keys where hash = ledger_hold_hash(h.id) offset 0) k on true
    left join lateral (select id, amount, to_account from ledger_transfers
                       where id = k.transfer_id and opens_hold = h.id offset 0) t on true
    where ${within('h.id')} and (t.id is null or t.amount <> h.amount or t.to_account <> h.account_id)
    order by h.id`,
)

export const findUnfilled = (db: Queryable, range: SomeHolds): Promise<Finding[]> => inRange(db, FIND_UNFILLED, range)

const FIND_HALF_RESOLVED = ofRanges(
  (within) => sql`
    select 'hold ' || id as ${out('subject', 'text')},
           'holds ' || amount || ', resolved with ' || taken || ' (' || case when is_open then 'open' else 'resolved' end
             || ')' as ${out('detail', 'text')}
    from (select h.id, h.amount, ${isOpen('h')} as is_open,
                 (select coalesce(sum(t.amount), 0) from ledger_transfers t where t.resolves_hold = h.id) as taken
          from ledger_holds h where ${within('h.id')}) checked
    where taken <> case when is_open then 0 else amount end order by id`,
)

export const findHalfResolved = (db: Queryable, range: SomeHolds): Promise<Finding[]> =>
  inRange(db, FIND_HALF_RESOLVED, range)

const FIND_RESOLVED_TWICE = ofRanges(
  (within) => sql`
    select 'hold ' || hold_id as ${out('subject', 'text')}, count(*) || ' resolutions' as ${out('detail', 'text')}
    from ledger_hold_resolutions where ${within('hold_id')}
    group by hold_id having count(*) > 1 order by hold_id`,
)

export const findResolvedTwice = (db: Queryable, range: SomeHolds): Promise<Finding[]> =>
  inRange(db, FIND_RESOLVED_TWICE, range)
