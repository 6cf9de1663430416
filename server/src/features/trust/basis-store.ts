import { TRUST_RULES } from '@aura/api/rules/trust'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import type { Place } from './flow.rules.ts'

const DAY_MS = 86_400_000
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/** Returns SQL for the UTC day of a moment: Trust changes by days, and so does what takes from it. */
const DAY_START = (at: string): string => `date_trunc('day', ${at}::timestamptz, 'UTC')`
/** Returns a condition: the giver of this liability, `l`, answers for the receiver on the day of the moment. */
export const isAnswered = (at: string): string => `(l.ends_at > ${DAY_START(at)} and l.forgiven_at is null)`

const p = columns('places', 'p')
const c = columns('trust_changes', 'c')
const seeds = columns('trust_seeds')
const l = columns('trust_liabilities', 'l')
const a = columns('trust_ring_accounts', 'a')
const r = columns('trust_rings', 'r')

const FIND_PLACES = sql`
  select ${p('giverId', 'receiverId', 'placedAt')},
         exists (select 1 from related_pairs r
                 where r.a_id = least(p.giver_id, p.receiver_id) and r.b_id = greatest(p.giver_id, p.receiver_id)
                   and r.is_related) as ${out('isRelated', 'boolean')}
  from places p
  where p.ended_at is null and ($1::uuid[] is null or p.giver_id = any($1::uuid[]))
  order by p.placed_at, p.id`

/** Returns the open places of these givers, or of all, in the order in which they were taken. */
export async function findPlaces(db: Queryable, givers: readonly string[] | null): Promise<Place[]> {
  const rows = await db.query(FIND_PLACES, [givers])
  return rows.map(({ giverId, receiverId, placedAt, isRelated }) => ({
    giver: giverId,
    receiver: receiverId,
    day: dayOf(placedAt),
    isRelated,
  }))
}

const FIND_OLDEST_RUNNING = sql`
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as ${out('transaction', 'bigint')}`

/** Returns the oldest transaction that is running: changes of earlier ones can be seen. */
export async function findOldestRunning(db: Queryable): Promise<number> {
  return (await db.query(FIND_OLDEST_RUNNING, []))[0]?.transaction ?? 0
}

const FIND_CHANGED = sql`select distinct ${c('userId')} from trust_changes c where c.changed_in >= $1`

/** Returns the people who were changed by this transaction or later ones. */
export const findChanged = async (db: Queryable, since: number): Promise<string[]> =>
  (await db.query(FIND_CHANGED, [since])).map(({ userId }) => userId)

const FIND_SUSPENDED = sql`
  select s.user_id as ${out('userId', 'uuid')} from suspensions s
  where s.scope = 'account' and s.lifted_at is null and ($1::uuid[] is null or s.user_id = any($1::uuid[]))`

/** Returns those of these people, or of all, whose whole account is suspended. */
export const findOut = async (db: Queryable, people: readonly string[] | null): Promise<Set<string>> =>
  new Set((await db.query(FIND_SUSPENDED, [people])).map(({ userId }) => userId))

const FIND_SEEDS = sql`
  select ${seeds('address', 'userId')},
         exists (select 1 from user_profiles u where u.id = user_id and u.deleted_at is null) as ${out('isThere', 'boolean')}
  from trust_seeds where address = any($1::text[])`

/** Returns the accounts that these addresses were bound to, and whether they are still there. */
export const findSeeds = (db: Queryable, addresses: readonly string[]): Promise<RowOf<typeof FIND_SEEDS>[]> =>
  db.query(FIND_SEEDS, [addresses])

const BIND_SEEDS = sql`
  insert into trust_seeds (address, user_id, bound_at)
  select given.address, given.user_id, $3::timestamptz from unnest($1::text[], $2::uuid[]) as given (address, user_id)
  on conflict do nothing`

/** Binds addresses to accounts, each once and for ever. */
export async function bindSeeds(
  tx: Tx,
  owned: readonly { address: string; userId: string }[],
  at: Date,
): Promise<void> {
  await tx.query(BIND_SEEDS, [owned.map(({ address }) => address), owned.map(({ userId }) => userId), at])
}

const LIABILITY = `$2::timestamptz, $2::timestamptz + interval '${TRUST_RULES.liabilityDays} days'`
/** What was found after an appeal was granted counts again. */
const NEW_LIABILITY = `
  on conflict (giver_id, receiver_id, cause) do update
    set began_at = excluded.began_at, ends_at = excluded.ends_at, forgiven_at = null
  where l.forgiven_at < excluded.began_at
  returning`

const INSERT_FOR_SUSPENDED = sql`
  insert into trust_liabilities as l (giver_id, receiver_id, cause, began_at, ends_at)
  select p.giver_id, p.receiver_id, 'suspended', s.suspended_at,
         s.suspended_at + interval '${TRUST_RULES.liabilityDays} days'
  from suspensions s join places p on p.receiver_id = s.user_id
   and p.placed_at <= s.suspended_at and (p.ended_at is null or p.ended_at >= s.suspended_at)
  where s.scope = 'account' and s.lifted_at is null
    and s.suspended_at > $2::timestamptz - interval '${TRUST_RULES.liabilityDays} days'
    and ($1::uuid[] is null or s.user_id = any($1::uuid[]))
  ${NEW_LIABILITY} ${l('giverId', 'receiverId', 'cause', 'endsAt')}`

const DELETE_LIFTED = sql`
  delete from trust_liabilities l
  where l.cause = 'suspended' and ($1::uuid[] is null or l.receiver_id = any($1::uuid[]))
    and not exists (select 1 from suspensions s
                    where s.user_id = l.receiver_id and s.scope = 'account' and s.lifted_at is null)
  returning ${l('giverId')}`

export type NewLiability = RowOf<typeof INSERT_FOR_SUSPENDED>

/** Makes people answer for those they stood by who are suspended, among these or all, as long as they are. */
export async function answerForSuspended(
  tx: Tx,
  people: readonly string[] | null,
  at: Date,
): Promise<{ begun: NewLiability[]; lifted: string[] }> {
  const lifted = await tx.query(DELETE_LIFTED, [people])
  const begun = await tx.query(INSERT_FOR_SUSPENDED, [people, at])
  return { begun, lifted: lifted.map(({ giverId }) => giverId) }
}

const DELETE_OTHER_ACCOUNTS = sql`delete from trust_ring_accounts a where not (a.user_id = any($1::uuid[]))`
const INSERT_ACCOUNTS = sql`
  insert into trust_ring_accounts as a (user_id, found_at)
  select u.id, $2::timestamptz from user_profiles u where u.id = any($1::uuid[]) and u.deleted_at is null
  on conflict do nothing returning ${a('userId')}`
const DELETE_CLEARED = sql`
  delete from trust_liabilities l
  where l.cause = 'ring'
    and exists (select 1 from user_profiles u where u.id = l.receiver_id and u.deleted_at is null)
    and not exists (select 1 from trust_ring_accounts a where a.user_id = l.receiver_id)`
const INSERT_FOR_RING = sql`
  insert into trust_liabilities as l (giver_id, receiver_id, cause, began_at, ends_at)
  select p.giver_id, p.receiver_id, 'ring', ${LIABILITY}
  from places p where p.receiver_id = any($1::uuid[]) and p.ended_at is null and p.placed_at <= $2
  ${NEW_LIABILITY} ${l('giverId', 'receiverId', 'cause', 'endsAt')}`

/** Stores the accounts of rings, and makes people answer for new ones that they stand by, as long as they are in one. */
export async function answerForRings(tx: Tx, accounts: readonly string[], at: Date): Promise<NewLiability[]> {
  await tx.query(DELETE_OTHER_ACCOUNTS, [accounts])
  const found = await tx.query(INSERT_ACCOUNTS, [accounts, at])
  await tx.query(DELETE_CLEARED, [])
  if (found.length === 0) return []
  return tx.query(INSERT_FOR_RING, [found.map(({ userId }) => userId), at])
}

const COUNT_LIABILITIES = sql`
  select ${l('giverId')}, count(distinct l.receiver_id) as ${out('count', 'bigint')} from trust_liabilities l
  where ${isAnswered('$2')} and ($1::uuid[] is null or l.giver_id = any($1::uuid[])) group by l.giver_id`

/** Returns for how many people each of these givers, or of all, answers on this day. */
export async function countLiabilities(
  db: Queryable,
  givers: readonly string[] | null,
  at: Date,
): Promise<Map<string, number>> {
  const rows = await db.query(COUNT_LIABILITIES, [givers, at])
  return new Map(rows.map(({ giverId, count }) => [giverId, count]))
}

const DELETE_OTHER_RINGS = sql`
  delete from trust_rings r where not exists (select 1 from unnest($1::uuid[]) as kept (id) where kept.id = r.user_id)`
const GIVEN_RINGS = `unnest($1::uuid[], $2::text[]) as given (id, members)
  cross join lateral (select given.members::uuid[] as members, cardinality(given.members::uuid[]) as accounts) ring`
const UPDATE_RINGS = sql`
  update trust_rings r set accounts = ring.accounts, member_ids = ring.members from ${GIVEN_RINGS}
  where r.user_id = given.id and r.member_ids <> ring.members`
const INSERT_RINGS = sql`
  insert into trust_rings as r (user_id, accounts, member_ids, counts_from)
  select u.id, ring.accounts, ring.members, $3::timestamptz + interval '${TRUST_RULES.ringNoticeDays} days'
  from ${GIVEN_RINGS}
  join user_profiles u on u.id = given.id and u.deleted_at is null
  on conflict (user_id) do nothing returning ${r('userId')}`

/** Stores rings by inviter. Returns the inviters who had none before. The caller holds the state's lock. */
export async function replaceRings(tx: Tx, rings: ReadonlyMap<string, readonly string[]>, at: Date): Promise<string[]> {
  const inviters = [...rings.keys()]
  const members = [...rings.values()].map((ids) => `{${ids.toSorted().join(',')}}`)
  await tx.query(DELETE_OTHER_RINGS, [inviters])
  if (rings.size === 0) return []
  await tx.query(UPDATE_RINGS, [inviters, members])
  return (await tx.query(INSERT_RINGS, [inviters, members, at])).map(({ userId }) => userId)
}

const FIND_RINGS = sql`
  select ${r('userId', 'accounts')} from trust_rings r
  where r.counts_from <= ${DAY_START('$2')} and ($1::uuid[] is null or r.user_id = any($1::uuid[]))`

/** Returns the number of accounts in the ring of each of these inviters, or of all, that counts on this day. */
export async function findCountingRings(
  db: Queryable,
  inviters: readonly string[] | null,
  at: Date,
): Promise<Map<string, number>> {
  return new Map((await db.query(FIND_RINGS, [inviters, at])).map(({ userId, accounts }) => [userId, accounts]))
}
