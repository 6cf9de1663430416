import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const u = columns('user_profiles', 'u')

const FIND_NEXT = sql`select ${u('id')} from user_profiles u where u.id > $1 order by u.id limit $2`

export const findNextIds = async (db: Queryable, after: string, limit: number): Promise<string[]> =>
  (await db.query(FIND_NEXT, [after, limit])).map(({ id }) => id)

const FIND_MISCOUNTED = sql`
  select coalesce(s.owner_id, r.user_id)::text as ${out('subject', 'text')},
         'earned ' || coalesce(s.learned, 0) || ' and ' || coalesce(s.won, 0) || ', kept as ' || coalesce(r.learned, 0)
           || ' and ' || coalesce(r.won, 0) as ${out('detail', 'text')}
  from (
    select owner_id, sum(learned) as learned, sum(won) as won from (
      select a.owner_id, case t.kind when 'lesson_claim' then t.amount else 0 end as learned,
             case t.kind when 'battle_win' then t.amount else 0 end as won
      from ledger_accounts a join ledger_transfers t on t.to_account = a.id and t.kind in ('lesson_claim', 'battle_win')
      where a.owner_id > $1 and a.owner_id <= $2 and a.currency = 'AP' and a.is_tracked
      union all
      select a.owner_id, 0, -t.amount
      from ledger_accounts a join ledger_transfers t on t.from_account = a.id and t.kind = 'battle_win'
      where a.owner_id > $1 and a.owner_id <= $2 and a.currency = 'AP' and a.is_tracked) moved
    group by owner_id) s
  full join (select user_id, learned, won - lost_before as won from reputation_parts where user_id > $1 and user_id <= $2) r on r.user_id = s.owner_id
  where (coalesce(s.learned, 0), coalesce(s.won, 0)) <> (coalesce(r.learned, 0), coalesce(r.won, 0))
    -- Those of a deleted account went with it.
    and (r.user_id is not null or exists (select 1 from user_profiles u where u.id = s.owner_id and u.deleted_at is null))
  order by 1`

/** Returns people of a range of ids, without the first, whose parts don't equal the sum of their transfers. */
export const findMiscounted = (db: Queryable, after: string, upTo: string): Promise<RowOf<typeof FIND_MISCOUNTED>[]> =>
  db.query(FIND_MISCOUNTED, [after, upTo])

const gone = (user: string) => `exists (select from user_profiles u where u.id = ${user} and u.deleted_at is not null)`
/** Returns weights, spread over 64 bits so that faults of different people don't cancel out. */
const weighed = (user: string, learned: string, won: string) => `
  coalesce(sum(${learned} * uuid_hash_extended(${user}, 0)::numeric + (${won}) * uuid_hash_extended(${user}, 1)::numeric), 0)`
/** Forces the account's index, because the planner might scan by id, once per account. */
const entryOf = (account: string, [after, upTo]: readonly [string, string]) =>
  `(t.${account}, t.id) > (a.id, ${after}) and (t.${account}, t.id) <= (a.id, ${upTo})`
const entries = (who: string, range: readonly [after: string, upTo: string]) => `
  select a.owner_id, case t.kind when 'lesson_claim' then t.amount else 0 end as learned,
         case t.kind when 'battle_win' then t.amount else 0 end as won, t.id
  from own a cross join lateral (
    select * from ledger_transfers t where ${who} and t.kind in ('lesson_claim', 'battle_win') and ${entryOf('to_account', range)}
    offset 0) t
  union all
  select a.owner_id, 0, -t.amount, t.id
  from own a cross join lateral (
    select * from ledger_transfers t where ${who} and t.kind = 'battle_win' and ${entryOf('from_account', range)} offset 0) t`

const SUM_PARTS = sql`
  with own as materialized (
    select id, owner_id, ${gone('a.owner_id')} as is_gone from ledger_accounts a
    where a.owner_id > $1 and a.owner_id <= $2 and a.currency = 'AP' and a.is_tracked
  ),
  moved as (${entries('not a.is_gone', ['$3', `${Number.MAX_SAFE_INTEGER}`])}),
  -- Their parts went with the account.
  left_behind as (${entries('a.is_gone', ['0', '$4'])}),
  part as (
    select ${weighed('user_id', 'learned', 'won - lost_before')} as before,
           ${weighed('user_id', 'learned', 'won - lost_before')} as after
    from reputation_parts where user_id > $1 and user_id <= $2 and not ${gone('user_id')}
    union all
    select -${weighed('owner_id', 'learned', 'won')}, 0 from moved
    union all
    select 0, -${weighed('owner_id', 'learned', 'won')} from moved where id > $4
    union all
    select ${weighed('owner_id', 'learned', 'won')}, 0 from left_behind where id <= $3
    union all
    select 0, ${weighed('owner_id', 'learned', 'won')} from left_behind
  )
  select sum(before)::text as ${out('before', 'text')}, sum(after)::text as ${out('after', 'text')} from part`

/**
 * Returns weighted sums of both parts of a range of people as they were after two transfers: from the parts, minus
 * later changes. They are therefore the same in each snapshot.
 */
export async function sumParts(
  db: Queryable,
  range: { after: string; upTo: string },
  { base, upTo }: { base: number; upTo: number },
): Promise<{ before: bigint; after: bigint }> {
  const [row] = await db.query(SUM_PARTS, [range.after, range.upTo, base, upTo])
  return { before: BigInt(row?.before ?? 0), after: BigInt(row?.after ?? 0) }
}
