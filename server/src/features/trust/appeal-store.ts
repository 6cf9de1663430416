import type { Queryable, Tx } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'
import { isAnswered } from './basis-store.ts'
import type { AppealCause, LiabilityCause } from './tables.ts'

const a = columns('trust_appeals', 'a')
const own = columns('trust_appeals', 'a?')
const l = columns('trust_liabilities', 'l')
const r = columns('trust_rings', 'r')
const u = columns('user_profiles', 'u')

const FIND_RING = sql`
  select ${r('accounts', 'countsFrom')}, ${own('text', 'appealedAt', 'answer')}
  from trust_rings r
  left join trust_appeals a on a.user_id = r.user_id and a.about_id = r.user_id and a.case_at = r.counts_from
  where r.user_id = $1`

/** Returns the ring that a person invited, with their appeal. */
export const findOwnRing = async (db: Queryable, userId: string): Promise<RowOf<typeof FIND_RING> | undefined> =>
  (await db.query(FIND_RING, [userId]))[0]

const FIND_LIABILITIES = sql`
  select ${u('id', 'username')}, l.cause as ${out('cause', 'text', of<LiabilityCause>)}, ${l('endsAt')},
         ${own('text', 'appealedAt', 'answer')}
  from trust_liabilities l join user_profiles u on u.id = l.receiver_id
  left join trust_appeals a on a.user_id = l.giver_id and a.about_id = l.receiver_id and a.case_at = l.began_at
  where l.giver_id = $1 and ${isAnswered('$2')} order by l.ends_at, l.receiver_id, l.cause`

/** Returns the people a person answers for now, and why, with their appeals. */
export const findLiabilities = (db: Queryable, userId: string, at: Date): Promise<RowOf<typeof FIND_LIABILITIES>[]> =>
  db.query(FIND_LIABILITIES, [userId, at])

/** What takes from people's Trust at the moment `at`, as they can appeal it. */
const casesAt = (at: string) => `(
  select l.giver_id as user_id, l.receiver_id as about_id, l.began_at as case_at, l.cause, '{}'::uuid[] as member_ids
  from trust_liabilities l where ${isAnswered(at)}
  union all
  select r.user_id, r.user_id, r.counts_from, 'invited', r.member_ids from trust_rings r)`

const FIND_CASE = sql`
  select exists (select 1 from ${casesAt('$3')} c where c.user_id = $1 and c.about_id = $2)
    as ${out('isThere', 'boolean')}`

/** Returns whether a person answers for this one now, or for a ring that they invited if it is themselves. */
export const hasCase = async (
  db: Queryable,
  { userId, aboutId }: { userId: string; aboutId: string },
  at: Date,
): Promise<boolean> => (await db.query(FIND_CASE, [userId, aboutId, at]))[0]?.isThere ?? false

const INSERT = sql`
  insert into trust_appeals (user_id, about_id, case_at, cause, member_ids, text, appealed_at)
  select c.user_id, c.about_id, c.case_at, c.cause, c.member_ids, $3, $4::timestamptz
  from ${casesAt('$4')} c where c.user_id = $1 and c.about_id = $2
  on conflict do nothing returning ${columns('trust_appeals')('userId')}`

/**
 * Stores an appeal, against each reason why the person answers for this one that they didn't appeal before. Returns
 * false if there is none.
 */
export const insertAppeal = async (
  tx: Tx,
  { userId, aboutId, text }: { userId: string; aboutId: string; text: string },
  at: Date,
): Promise<boolean> => (await tx.query(INSERT, [userId, aboutId, text, at])).length > 0

const ANSWER = sql`
  update trust_appeals a set answer = $3, is_granted = $4, answered_at = $5::timestamptz
  from ${casesAt('$5')} c
  where a.user_id = $1 and a.about_id = $2 and a.answered_at is null
    and c.user_id = a.user_id and c.about_id = a.about_id and c.case_at = a.case_at
  returning ${a('memberIds')}`

export interface Judged {
  userId: string
  aboutId: string
  answer: string
  isGranted: boolean
}

/** Answers the open appeal. Returns the accounts of the ring that it is about, or undefined if none is open. */
export const answerAppeal = async (tx: Tx, { userId, aboutId, answer, isGranted }: Judged, at: Date) =>
  (await tx.query(ANSWER, [userId, aboutId, answer, isGranted, at]))[0]?.memberIds

const DELETE_RING = sql`delete from trust_rings r where r.user_id = $1`
const FORGIVE = sql`
  update trust_liabilities l set forgiven_at = $3::timestamptz where l.giver_id = $1 and l.receiver_id = $2`

/** Ends what an appeal was about. The caller holds the state's lock. */
export async function endCase(
  tx: Tx,
  { userId, aboutId }: { userId: string; aboutId: string },
  at: Date,
): Promise<void> {
  if (userId === aboutId) await tx.query(DELETE_RING, [userId])
  else await tx.query(FORGIVE, [userId, aboutId, at])
}

const FIND_GRANTED = sql`select ${a('userId', 'memberIds')} from trust_appeals a where a.cause = 'invited' and a.is_granted`

/** Returns the groups of accounts that an admin found to be no ring, by inviter. */
export async function findGrantedRings(db: Queryable): Promise<Map<string, string[][]>> {
  const granted = Map.groupBy(await db.query(FIND_GRANTED, []), ({ userId }) => userId)
  return new Map([...granted].map(([id, rows]) => [id, rows.map(({ memberIds }) => memberIds)]))
}

const FIND_WAITING = sql`
  select ${u('id', 'username')}, ${a('aboutId', 'text', 'appealedAt')},
         a.cause as ${out('cause', 'text', of<AppealCause>)},
         case when a.cause = 'invited' then a.member_ids else array[a.about_id] end as ${out('accountIds', 'uuid[]')}
  from trust_appeals a
  join ${casesAt('$1')} c on c.user_id = a.user_id and c.about_id = a.about_id and c.case_at = a.case_at
  join user_profiles u on u.id = a.user_id
  where a.answered_at is null order by a.appealed_at, a.user_id, a.about_id limit 50`

/** Returns the 50 open appeals that have waited longest; for admins only. */
export const findWaitingAppeals = (db: Queryable, at: Date): Promise<RowOf<typeof FIND_WAITING>[]> =>
  db.query(FIND_WAITING, [at])
