import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import { isSuspendedExpression } from '#features/suspension'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { dayOf, isAnswered } from './basis-store.ts'

const p = columns('places', 'p')
const u = columns('user_profiles', 'u')
const s = columns('trust_state', 's')

const FIND_SEEDS = sql`select ${s('seeds')} from trust_state s`

/** Returns the seeds of the last calculation, in the order of what people pass on. */
export async function findCalculatedSeeds(db: Queryable): Promise<string[]> {
  const seeds = (await db.query(FIND_SEEDS, []))[0]?.seeds ?? ''
  return seeds === '' ? [] : seeds.split(',')
}

const PLACED = `(extract(epoch from p.placed_at) * 1000000)::bigint`
/** Places that person $1 received, at $2. */
const RECEIVED = fragment`
  select ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}, ${p('placedAt')},
         ${PLACED} as ${out('placedMicros', 'bigint')},
         coalesce(t.passes, '{}')::text[] as ${out('passes', 'text[]')},
         exists (select 1 from related_pairs r
                 where r.a_id = least(p.giver_id, p.receiver_id) and r.b_id = greatest(p.giver_id, p.receiver_id)
                   and r.is_related) as ${out('isRelated', 'boolean')},
         ${isSuspendedExpression('p.giver_id')} as ${out('isSuspended', 'boolean')},
         (select count(*) from trust_liabilities l where l.giver_id = p.giver_id and ${isAnswered('$2')})
           as ${out('liabilities', 'bigint')},
         (select count(*) from places other
          where other.giver_id = p.giver_id and other.ended_at is null
            and (other.placed_at, other.id) < (p.placed_at, p.id)) as ${out('before', 'bigint')}
  from places p join user_profiles u on u.id = p.giver_id and u.deleted_at is null
  join streaks l on l.user_id = u.id
  left join trust_values t on t.user_id = p.giver_id
  where p.receiver_id = $1 and p.ended_at is null`
/** Whom no Trust reaches brings none. */
const FIND_REACHED = sql`${RECEIVED} and t.user_id is not null`
const FIND_OTHERS = sql`
  ${RECEIVED} and t.user_id is null and ($3::bigint is null or (${PLACED}, p.giver_id) < ($3, $4::uuid))
  order by ${PLACED} desc, p.giver_id desc limit $5`

/** Sorts places: those that bring most first, then the newest. */
export interface PlaceKey {
  points: number
  placedMicros: number
  giverId: string
}

export interface ReceivedPlace {
  giver: OtherPerson
  day: number
  placedAt: Date
  placedMicros: number
  /** Thousandths of each seed's points that the giver may pass on. */
  passes: number[]
  isRelated: boolean
  isSuspended: boolean
  liabilities: number
  /** Number of the giver's earlier places. */
  before: number
}

const present = (row: RowOf<typeof RECEIVED>, at: Date): ReceivedPlace => ({
  giver: {
    id: row.id,
    username: row.username,
    profileImageUrl: row.profileImageUrl,
    currentStreak: readStreak(row, at),
  },
  day: dayOf(row.placedAt),
  placedAt: row.placedAt,
  placedMicros: row.placedMicros,
  passes: row.passes.map(Number),
  isRelated: row.isRelated,
  isSuspended: row.isSuspended,
  liabilities: row.liabilities,
  before: row.before,
})

/** Returns all places that a person received from people whom Trust reaches, in no order. */
export async function findReachedPlaces(db: Queryable, userId: string, at: Date): Promise<ReceivedPlace[]> {
  return (await db.query(FIND_REACHED, [userId, at])).map((row) => present(row, at))
}

/** Returns the newest places before this one that a person received from people whom no Trust reaches, newest first. */
export async function findOtherPlaces(
  db: Queryable,
  { userId, before, limit }: { userId: string; before: Omit<PlaceKey, 'points'> | null; limit: number },
  at: Date,
): Promise<ReceivedPlace[]> {
  const key = [before?.placedMicros ?? null, before?.giverId ?? null]
  return (await db.query(FIND_OTHERS, [userId, at, ...key, limit])).map((row) => present(row, at))
}
