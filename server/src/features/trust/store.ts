import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import { isSuspendedExpression } from '#features/suspension'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { isSomething, type Trusted } from './flow.rules.ts'

const s = columns('trust_state', 's')
const t = columns('trust_values', 't')
const u = columns('user_profiles', 'u')

const INSERT_STATE = sql`insert into trust_state (id, seeds, places) values (1, '', 0) on conflict do nothing`
const LOCK_STATE = sql`select ${s('id')} from trust_state s for update skip locked`

/** Locks the state. Returns false while another server calculates. */
export async function lockState(tx: Tx): Promise<boolean> {
  const lock = async () => (await tx.query(LOCK_STATE, [])).length > 0
  if (await lock()) return true
  await tx.query(INSERT_STATE, [])
  return lock()
}

const WAIT_FOR_STATE = sql`select ${s('id')} from trust_state s for update`
const INSERT_CHANGE = sql`
  insert into trust_changes (user_id, changed_in, changed_at)
  values ($1, pg_current_xact_id()::text::bigint, coalesce($2::timestamptz, clock_timestamp()))`

/** Waits until no server calculates, and keeps them from it until the transaction ends. */
export async function waitForState(tx: Tx): Promise<void> {
  await tx.query(INSERT_STATE, [])
  await tx.query(WAIT_FOR_STATE, [])
}

/** Has the next calculation read anew what takes from a person's Trust. */
export async function insertChange(tx: Tx, userId: string, now: Date | null): Promise<void> {
  await tx.query(INSERT_CHANGE, [userId, now])
}

const UPDATE_STATE = sql`
  update trust_state set seeds = $1, places = $2, calculated_at = coalesce($3::timestamptz, clock_timestamp())`

export async function updateState(
  tx: Tx,
  { seeds, places }: { seeds: readonly string[]; places: number },
  now: Date | null,
): Promise<void> {
  await tx.query(UPDATE_STATE, [seeds.join(','), places, now])
}

const UPSERT_VALUES = sql`
  insert into trust_values as t (user_id, points, supporters, top_ids, top_points, passes)
  select v.user_id, v.points, v.supporters, v.top_ids::uuid[], v.top_points::bigint[], v.passes::bigint[]
  from unnest($1::uuid[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[])
    as v (user_id, points, supporters, top_ids, top_points, passes)
  join user_profiles u on u.id = v.user_id and u.deleted_at is null
  on conflict (user_id) do update set points = excluded.points, supporters = excluded.supporters,
                                      top_ids = excluded.top_ids, top_points = excluded.top_points,
                                      passes = excluded.passes
  where (t.points, t.supporters, t.top_ids, t.top_points, t.passes)
    is distinct from (excluded.points, excluded.supporters, excluded.top_ids, excluded.top_points, excluded.passes)`

const DELETE_VALUES = sql`delete from trust_values where user_id = any($1::uuid[])`
const DELETE_OTHER_VALUES = sql`
  delete from trust_values t where not exists (select 1 from unnest($1::uuid[]) as kept (id) where kept.id = t.user_id)`

/** Writes changed values. People whom nothing reaches, and deleted ones, get no row. */
export async function writeValues(tx: Tx, changed: readonly Trusted[]): Promise<void> {
  const some = changed.filter(isSomething)
  const none = changed.filter((value) => !isSomething(value))
  if (none.length > 0) await tx.query(DELETE_VALUES, [none.map(({ id }) => id)])
  if (some.length > 0) await upsert(tx, some)
}

export async function replaceValues(tx: Tx, all: readonly Trusted[]): Promise<void> {
  await tx.query(DELETE_OTHER_VALUES, [all.map(({ id }) => id)])
  await upsert(tx, all)
}

async function upsert(tx: Tx, values: readonly Trusted[]): Promise<void> {
  const listed = (items: readonly (string | number)[]) => `{${items.join(',')}}`
  await tx.query(UPSERT_VALUES, [
    values.map(({ id }) => id),
    values.map(({ points }) => points),
    values.map(({ supporters }) => supporters),
    values.map(({ top }) => listed(top.map(({ id }) => id))),
    values.map(({ top }) => listed(top.map(({ points }) => points))),
    values.map(({ passes }) => listed(passes)),
  ])
}

const PERSON = fragment`${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}`

const presentPerson = (row: RowOf<typeof PERSON>, at: Date): OtherPerson => ({
  id: row.id,
  username: row.username,
  profileImageUrl: row.profileImageUrl,
  currentStreak: readStreak(row, at),
})

const NOT_OUT = (userId: string) => fragment`not ${isSuspendedExpression(userId)}`

const FIND_VALUE = sql`
  select ${t('points', 'supporters')} from trust_values t where t.user_id = $1 and ${NOT_OUT('t.user_id')}`

export async function findValue(db: Queryable, userId: string): Promise<{ points: number; supporters: number }> {
  return (await db.query(FIND_VALUE, [userId]))[0] ?? { points: 0, supporters: 0 }
}

const FIND_TOP = sql`
  select top.points as ${out('points', 'bigint')}, ${PERSON}
  from trust_values t cross join lateral unnest(t.top_ids, t.top_points) with ordinality as top (id, points, nr)
  join user_profiles u on u.id = top.id and u.deleted_at is null join streaks l on l.user_id = u.id
  where t.user_id = $1 and ${NOT_OUT('t.user_id')} and ${NOT_OUT('u.id')} order by top.nr`

/** Returns a person's largest supporters, without deleted and suspended ones. */
export async function findTop(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<{ person: OtherPerson; points: number }[]> {
  const rows = await db.query(FIND_TOP, [userId])
  return rows.map((row) => ({ person: presentPerson(row, at), points: row.points }))
}

const FIND_RANKING = sql`
  select ${t('points', 'supporters')}, ${PERSON}
  from trust_values t join user_profiles u on u.id = t.user_id and u.deleted_at is null
  join streaks l on l.user_id = u.id
  where t.points > 0 and ${NOT_OUT('t.user_id')} order by t.points desc, t.user_id desc limit $1`

export async function findRanking(
  db: Queryable,
  limit: number,
  at: Date,
): Promise<{ person: OtherPerson; points: number; supporters: number }[]> {
  const rows = await db.query(FIND_RANKING, [limit])
  return rows.map((row) => ({ person: presentPerson(row, at), points: row.points, supporters: row.supporters }))
}

const FIND_CALCULATION = sql`
  select ${s('seeds', 'places', 'calculatedAt')},
         (select count(*) from trust_values t where t.points > 0 and ${NOT_OUT('t.user_id')}) as ${out('people', 'bigint')} from trust_state s`

export async function findCalculation(db: Queryable): Promise<RowOf<typeof FIND_CALCULATION> | undefined> {
  return (await db.query(FIND_CALCULATION, []))[0]
}

const FIND_PEOPLE = sql`
  select ${PERSON} from user_profiles u join streaks l on l.user_id = u.id
  where u.id = any($1::uuid[]) and u.deleted_at is null and ${NOT_OUT('u.id')} order by u.username`

export async function findPeople(db: Queryable, ids: readonly string[], at: Date): Promise<OtherPerson[]> {
  return (await db.query(FIND_PEOPLE, [ids])).map((row) => presentPerson(row, at))
}
