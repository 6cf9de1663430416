import { type EventRange, eventsPastFinal } from '#features/chain-events'
import { transferExpression } from '#features/ledger'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'

const steezeRedemptions = columns('steeze_redemptions')

interface Finding {
  subject: string
  detail: string
}

/** Block of a chain up to which events are final and complete. */
export type FinalBlock = RowOf<typeof FIND_FINAL_BLOCKS>

const FIND_FINAL_BLOCKS = sql`select split_part(id, '/', 1)::int as ${out('chainId', 'int')},
       min(final_number) as ${out('block', 'bigint')} from chain_cursors group by 1 order by 1`

export const findFinalBlocks = (db: Queryable): Promise<FinalBlock[]> => db.query(FIND_FINAL_BLOCKS)

const BROUGHT = `coalesce(sum(case e.kind when 'steeze_purchased' then e.steeze_amount else -e.steeze_amount end), 0)::text`
const COUNTS = `e.status = 'applied' and e.kind in ('steeze_purchased', 'steeze_withdrawn')`
/** Returns the final block from two parallel arrays; before every block for any other chain. */
const FINAL = `coalesce((select block from unnest($1::int[], $2::bigint[]) as final (chain_id, block)
                         where final.chain_id = e.chain_id), -1)`
const finalValues = (final: readonly FinalBlock[]) => [
  final.map(({ chainId }) => chainId),
  final.map(({ block }) => block),
]

const SUM_FINAL_EVENTS = sql`
  select ${BROUGHT} as ${out('amount', 'text')} from chain_events e
  where e.id > $3 and e.id <= $4 and ${COUNTS} and e.block_number <= ${FINAL}`

/** Returns Steeze bought minus Steeze withdrawn by final events, as text since it has no bound. */
export async function sumFinalEvents(
  db: Queryable,
  final: readonly FinalBlock[],
  { after, upTo }: EventRange,
): Promise<string> {
  const [row] = await db.query(SUM_FINAL_EVENTS, [...finalValues(final), after, upTo])
  return row?.amount ?? '0'
}

const SUM_NEWER_EVENTS = sql`
  with recursive chain as (
    (select chain_id from chain_events order by chain_id limit 1)
    union all
    select (select e.chain_id from chain_events e where e.chain_id > c.chain_id order by e.chain_id limit 1)
    from chain c where c.chain_id is not null
  )
  select ${BROUGHT} as ${out('amount', 'text')}
  from (select chain_id, ${FINAL.replaceAll('e.chain_id', 'c.chain_id')} as block from chain c
        where chain_id is not null) final
  cross join lateral ${eventsPastFinal('kind, status, steeze_amount')}
  where ${COUNTS}`

/** Sums events that are not final, which are recent. */
export async function sumNewerEvents(db: Queryable, final: readonly FinalBlock[]): Promise<string> {
  const [row] = await db.query(SUM_NEWER_EVENTS, finalValues(final))
  return row?.amount ?? '0'
}

const FIND_UNCREDITED = sql`
  select 'event ' || e.id as ${out('subject', 'text')}, coalesce(p.key, 'no purchase') as ${out('detail', 'text')}
  from chain_events e
  left join lateral (select key from steeze_purchases where event_id = e.id limit 1) p on true
  where e.id > $1 and e.id <= $2 and e.kind = 'steeze_purchased'
    and (e.status = 'applied') <> (${transferExpression('p.key', 'e.steeze_amount')} is not null)
  order by e.id`

/** Returns purchases that count and were not credited, or the reverse. */
export const findUncredited = (db: Queryable, { after, upTo }: EventRange): Promise<Finding[]> =>
  db.query(FIND_UNCREDITED, [after, upTo])

const rangeOf = (where: string) =>
  sqlWith(
    (rows: number) => fragment`
      select ${steezeRedemptions('id')} from (select id from steeze_redemptions ${where} order by id limit ${rows}) next
      order by id desc limit 1`,
    1_000,
  )

const FIND_REDEMPTION_RANGE = { first: rangeOf(''), next: rangeOf('where id > $1') }

/** Returns the redemption at which the next `rows` end; null if there are none. */
export async function findRedemptionRange(db: Queryable, after: string | null, rows: number): Promise<string | null> {
  const { first, next } = FIND_REDEMPTION_RANGE
  const [row] = await (after === null ? db.query(first(rows)) : db.query(next(rows), [after]))
  return row?.id ?? null
}

const unheld = (from: string) => sql`
  select 'redemption ' || r.id as ${out('subject', 'text')},
         'remains ' || r.remaining || ', held ' || coalesce(h.amount, 0) as ${out('detail', 'text')}
  from steeze_redemptions r
  left join lateral (
    select amount from ledger_holds where id = r.ledger_hold
      and (select d.hold_id from ledger_hold_resolutions d where d.hold_id = ledger_holds.id limit 1) is null
    limit 1) h on true
  where r.id <= $1 and ${from} and r.remaining <> coalesce(h.amount, 0) order by r.id`

const FIND_UNHELD = { first: unheld('$2::uuid is null'), next: unheld('r.id > $2') }

/** Returns redemptions whose hold differs from their remaining amount. */
export const findUnheld = (db: Queryable, after: string | null, upTo: string): Promise<Finding[]> =>
  db.query(after === null ? FIND_UNHELD.first : FIND_UNHELD.next, [upTo, after])

const FIND_UNHELD_REVIEWS = sql`
  select 'redemption ' || v.id as ${out('subject', 'text')},
         'waits with ' || v.amount || ', held ' || coalesce(h.amount, 0) as ${out('detail', 'text')}
  from redemption_reviews v
  left join lateral (
    select amount from ledger_holds where id = v.ledger_hold
      and (select d.hold_id from ledger_hold_resolutions d where d.hold_id = ledger_holds.id limit 1) is null
    limit 1) h on true
  where v.ledger_hold is not null and v.amount <> coalesce(h.amount, 0) order by v.id`

/** Returns redemptions that wait for an admin, or for their owner, and whose hold differs. */
export const findUnheldReviews = (db: Queryable): Promise<Finding[]> => db.query(FIND_UNHELD_REVIEWS, [])
