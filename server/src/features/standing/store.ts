import type { OtherPerson } from '@aura/api/shapes'
import { forgetSettledReports } from '#features/moderation'
import { readStreak, streakColumns } from '#features/streak'
import { isSuspendedExpression } from '#features/suspension'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'

const p = columns('places', 'p')
const u = columns('user_profiles', 'u')
const places = columns('places')

export interface Pair {
  giverId: string
  receiverId: string
}

const FIND_OPEN = sql`
  select ${p('id', 'line')} from places p where p.giver_id = $1 and p.receiver_id = $2 and p.ended_at is null`

/** Returns the open place. The caller holds the pair's lock. */
export async function findOpen(tx: Tx, { giverId, receiverId }: Pair): Promise<RowOf<typeof FIND_OPEN> | undefined> {
  return (await tx.query(FIND_OPEN, [giverId, receiverId]))[0]
}

const COUNT_OPEN = sql`
  select count(*) as ${out('count', 'bigint')} from places where giver_id = $1 and ended_at is null`

export async function countOpen(db: Queryable, giverId: string): Promise<number> {
  return (await db.query(COUNT_OPEN, [giverId]))[0]?.count ?? 0
}

const DELETE_ENDED = sql`
  delete from places where giver_id = $1 and receiver_id = $2 and ended_at is not null returning ${places('id')}`
const INSERT_PLACE = sql`
  insert into places (id, giver_id, receiver_id, line, placed_at)
  values (coalesce($5::uuid, gen_random_uuid()), $1, $2, $3, coalesce($4::timestamptz, clock_timestamp()))`

/** Stores a place under the id of the pair's ended one, which it replaces, so open reports of its line stay. */
export async function insertPlace(
  tx: Tx,
  { giverId, receiverId, line }: Pair & { line: string | null },
  now: Date | null,
): Promise<void> {
  const [ended] = await tx.query(DELETE_ENDED, [giverId, receiverId])
  if (ended) await forgetSettledReports(tx, ended.id)
  await tx.query(INSERT_PLACE, [giverId, receiverId, line, now, ended?.id ?? null])
}

const UPDATE_LINE = sql`
  update places set line = $2 where id = $1 and line is distinct from $2 returning ${places('id')}`

/** Changes a line, which can be reported anew. Open reports of the one before stay, or changing it would end them. */
export async function updateLine(tx: Tx, id: string, line: string | null): Promise<void> {
  if ((await tx.query(UPDATE_LINE, [id, line])).length > 0) await forgetSettledReports(tx, id)
}

const END_PLACE = sql`
  update places set ended_at = greatest(placed_at, coalesce($3::timestamptz, clock_timestamp()))
  where giver_id = $1 and receiver_id = $2 and ended_at is null returning ${places('id')}`

/** Ends a place. Returns whether it was open. */
export async function endPlace(db: Queryable, { giverId, receiverId }: Pair, now: Date | null): Promise<boolean> {
  return (await db.query(END_PLACE, [giverId, receiverId, now])).length > 0
}

export interface PlaceRow {
  id: string
  person: OtherPerson
  line: string | null
  placedAt: string
}

/** Lines are hidden from who muted or blocked their writer, or is blocked by one of the two, and of suspended writers. */
const PLACE = fragment`
  ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}, ${p({ placeId: 'id' }, 'placedAt')},
  case when p.giver_id = $2 or not (
    coalesce(are_blocked($2, p.giver_id), false) or coalesce(are_blocked($2, p.receiver_id), false)
    or exists (select 1 from mutes m where m.muter_id = $2 and m.muted_id = p.giver_id)
    or ${isSuspendedExpression('p.giver_id')}) then p.line end
    as ${out('line', 'text?')}`

const present = (row: RowOf<typeof PLACE>, at: Date): PlaceRow => ({
  id: row.placeId,
  person: {
    id: row.id,
    username: row.username,
    profileImageUrl: row.profileImageUrl,
    currentStreak: readStreak(row, at),
  },
  line: row.line,
  placedAt: row.placedAt.toISOString(),
})

const FIND_GIVEN = sql`
  select ${PLACE}
  from places p join user_profiles u on u.id = p.receiver_id join streaks l on l.user_id = u.id
  where p.giver_id = $1 and p.ended_at is null and u.deleted_at is null order by p.placed_at desc, p.id`

const FIND_RECEIVED = sql`
  select ${PLACE}
  from places p join user_profiles u on u.id = p.giver_id join streaks l on l.user_id = u.id
  where p.receiver_id = $1 and p.giver_id = any($3::uuid[]) and p.ended_at is null and u.deleted_at is null`

interface Listing {
  userId: string
  /** The viewer; null for visitors. */
  viewerId: string | null
}

/** Returns the open places that a person gave, newest first. */
export async function findGiven(db: Queryable, { userId, viewerId }: Listing, at: Date): Promise<PlaceRow[]> {
  return (await db.query(FIND_GIVEN, [userId, viewerId])).map((row) => present(row, at))
}

/** Returns the open places that a person received from these people, by giver. */
export async function findReceived(
  db: Queryable,
  { userId, viewerId, giverIds }: Listing & { giverIds: readonly string[] },
  at: Date,
): Promise<Map<string, PlaceRow>> {
  const rows = await db.query(FIND_RECEIVED, [userId, viewerId, giverIds])
  return new Map(rows.map((row) => [row.id, present(row, at)]))
}

const COUNT_RECEIVED = sql`
  select count(*) as ${out('count', 'bigint')} from places where receiver_id = $1 and ended_at is null`

export async function countReceived(db: Queryable, receiverId: string): Promise<number> {
  return (await db.query(COUNT_RECEIVED, [receiverId]))[0]?.count ?? 0
}
