import type { Queryable, Tx } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'
import { RELATED_AT, type Reason, type TraceKind } from './relatedness.rules.ts'

const t = columns('account_traces', 't')
const q = columns('accounts_to_relate', 'q')
const p = columns('related_pairs', 'p')
const state = columns('related_state')

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

export interface NewTrace {
  kind: TraceKind
  hash: Uint8Array
  keyId: string
}

const INSERT_TRACES = sql`
  insert into account_traces (user_id, kind, value_hash, key_id, hour)
  select u.id, given.kind, decode(given.hash, 'hex'), given.key_id,
         date_trunc('hour', coalesce($5::timestamptz, clock_timestamp()), 'UTC')
  from unnest($2::text[], $3::text[], $4::text[]) as given (kind, hash, key_id)
  join user_profiles u on u.id = $1 and u.deleted_at is null
  on conflict do nothing`

/** Stores traces, except of a deleted account. */
export async function insertTraces(
  tx: Tx,
  userId: string,
  traces: readonly NewTrace[],
  now: Date | null,
): Promise<void> {
  await tx.query(INSERT_TRACES, [
    userId,
    traces.map(({ kind }) => kind),
    traces.map(({ hash }) => hex(hash)),
    traces.map(({ keyId }) => keyId),
    now,
  ])
}

const QUEUE = sql`
  insert into accounts_to_relate (user_id, queued_at)
  select u.id, coalesce($2::timestamptz, clock_timestamp()) from user_profiles u
  where u.id = any($1::uuid[]) and u.deleted_at is null order by u.id
  on conflict do nothing`

export async function insertQueued(tx: Tx, userIds: readonly string[], now: Date | null): Promise<void> {
  await tx.query(QUEUE, [userIds, now])
}

const TAKE_QUEUED = sql`
  delete from accounts_to_relate q where q.user_id = (
    select user_id from accounts_to_relate order by queued_at, user_id limit 1 for update skip locked)
  returning ${q('userId')}`

export async function takeQueued(tx: Tx): Promise<string | undefined> {
  return (await tx.query(TAKE_QUEUED, []))[0]?.userId
}

const TRACE = { value: out('value', 'text'), hour: out('hour', 'bigint') }

const FIND_MATES = sql`
  select mine.kind as ${out('kind', 'text', of<TraceKind>)}, encode(mine.value_hash, 'hex') as ${out('value', 'text')},
         mates.ids as ${out('ids', 'uuid[]')}, mates.total as ${out('total', 'bigint')}
  from (select distinct kind, value_hash from account_traces where user_id = $1) mine
  cross join lateral (
    select coalesce(array_agg(h.user_id) filter (where h.user_id <> $1), '{}') as ids, count(*) as total
    from (select distinct user_id from account_traces where value_hash = mine.value_hash limit $2) h) mates`

/** Returns each value that an account left, with other accounts that did; at most `most` per value. */
export const findMates = (db: Queryable, userId: string, most: number): Promise<RowOf<typeof FIND_MATES>[]> =>
  db.query(FIND_MATES, [userId, most])

const FIND_TRACES = sql`
  select ${t('userId', 'kind')}, encode(t.value_hash, 'hex') as ${TRACE.value},
         (extract(epoch from t.hour) / 3600)::bigint as ${TRACE.hour}
  from account_traces t where t.user_id = any($1::uuid[])`

export const findTraces = (db: Queryable, userIds: readonly string[]): Promise<RowOf<typeof FIND_TRACES>[]> =>
  db.query(FIND_TRACES, [userIds])

const FIND_HOLDERS = sql`
  select given.value as ${TRACE.value}, mates.total as ${out('total', 'bigint')}
  from unnest($1::text[]) as given (value)
  cross join lateral (
    select count(*) as total from (
      select distinct user_id from account_traces where value_hash = decode(given.value, 'hex') limit $2) h) mates`

/** Returns the number of accounts that left each of these values, at most `most`. */
export const findHolders = (
  db: Queryable,
  values: readonly string[],
  most: number,
): Promise<RowOf<typeof FIND_HOLDERS>[]> => db.query(FIND_HOLDERS, [values, most])

const wb = columns('wallet_bindings', 'w')
const FIND_WALLET_MATES = sql`
  select distinct ${wb('userId')} from wallet_bindings w
  where w.address in (select mine.address from wallet_bindings mine where mine.user_id = $1)`

/** Returns the accounts that have or had a wallet which this one has or had, itself included. */
export const findWalletMates = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.query(FIND_WALLET_MATES, [userId])).map((row) => row.userId)

const FIND_WALLETS = sql`
  select distinct ${wb('userId', 'address')} from wallet_bindings w where w.user_id = any($1::uuid[])`

/** Returns the wallets that these accounts have or had. */
export const findWallets = (db: Queryable, userIds: readonly string[]): Promise<RowOf<typeof FIND_WALLETS>[]> =>
  db.query(FIND_WALLETS, [userIds])

export interface NewPair {
  aId: string
  bId: string
  score: number
  reasons: readonly Reason[]
  isRelated: boolean
  /** Whether new evidence outweighs an admin's decision, which is then removed. */
  isAgain: boolean
}

const UPSERT_PAIRS = sql`
  insert into related_pairs as p (a_id, b_id, score, reasons, is_related, calculated_at)
  select new.a_id, new.b_id, new.score, new.reasons::jsonb, new.is_related, coalesce($7::timestamptz, clock_timestamp())
  from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::boolean[])
    as new (a_id, b_id, score, reasons, is_related)
  where not exists (select 1 from user_profiles u where u.id in (new.a_id, new.b_id) and u.deleted_at is not null)
  order by new.a_id, new.b_id
  on conflict (a_id, b_id) do update
    set score = excluded.score, reasons = excluded.reasons, calculated_at = excluded.calculated_at,
        is_related = excluded.is_related,
        (cleared_at, cleared_reason, cleared_kinds) = (
          select p.cleared_at, p.cleared_reason, p.cleared_kinds where p.a_id || '/' || p.b_id <> all($6::text[]))`

export async function upsertPairs(tx: Tx, pairs: readonly NewPair[], now: Date | null): Promise<void> {
  await tx.query(UPSERT_PAIRS, [
    pairs.map(({ aId }) => aId),
    pairs.map(({ bId }) => bId),
    pairs.map(({ score }) => score),
    pairs.map(({ reasons }) => JSON.stringify(reasons)),
    pairs.map(({ isRelated }) => isRelated),
    pairs.flatMap(({ aId, bId, isAgain }) => (isAgain ? `${aId}/${bId}` : [])),
    now,
  ])
}

const INSERT_INHERITED = sql`
  insert into related_pairs as p (a_id, b_id, score, reasons, is_related, calculated_at)
  select least($2, other.id), greatest($2, other.id), ${RELATED_AT},
         '[{"kind": "predecessor", "points": ${RELATED_AT}, "accounts": null}]', true,
         coalesce($3::timestamptz, clock_timestamp())
  from (
    select case when r.a_id = $1 then r.b_id else r.a_id end from related_pairs r
    where $1 in (r.a_id, r.b_id) and r.is_related
    union
    select u.id from user_profiles u
    where u.deleted_at is null
      and (u.id = $1 or u.id in (select c.later_id from continued_accounts c where c.earlier_id = $1))) as other (id)
  where other.id <> $2 order by 1, 2
  on conflict (a_id, b_id) do update
    set is_related = p.cleared_at is null, score = greatest(p.score, excluded.score)
  returning case when p.a_id = $2 then p.b_id else p.a_id end as ${out('id', 'uuid')}`

/** Relates `to` to all who `from` was related to, and to others that are or continue it. Returns these accounts. */
export const insertInheritedPairs = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
  now: Date | null,
): Promise<string[]> => (await tx.query(INSERT_INHERITED, [from, to, now])).map(({ id }) => id)

const FIND_PAIRS = sql`
  select ${p('aId', 'bId', 'reasons', 'isRelated', 'clearedAt', 'clearedKinds')} from related_pairs p
  where (p.a_id = $1 or p.b_id = $1)
    and not exists (select 1 from user_profiles u where u.id in (p.a_id, p.b_id) and u.deleted_at is not null)`

/** Returns pairs, without those that outlive a deleted account, since no traces are left to calculate them from. */
export const findPairs = (db: Queryable, userId: string): Promise<RowOf<typeof FIND_PAIRS>[]> =>
  db.query(FIND_PAIRS, [userId])

const FIND_PAIR = sql`
  select ${p('score', 'isRelated', 'clearedAt')} from related_pairs p
  where p.a_id = least($1::uuid, $2::uuid) and p.b_id = greatest($1::uuid, $2::uuid)`

export async function findPair(
  db: Queryable,
  one: string,
  another: string,
): Promise<RowOf<typeof FIND_PAIR> | undefined> {
  return (await db.query(FIND_PAIR, [one, another]))[0]
}

/** Returns whether two accounts are related. */
export const areRelated = async (db: Queryable, one: string, another: string): Promise<boolean> =>
  (await findPair(db, one, another))?.isRelated ?? false

const FIND_RELATED_PAIRS = sql`
  select ${p('aId', 'bId')} from related_pairs p
  where p.is_related
    and not exists (select 1 from continued_accounts c where c.is_return and c.earlier_id in (p.a_id, p.b_id))`

/** Returns all pairs of related accounts, each person by their latest account. */
export const findRelatedPairs = (db: Queryable): Promise<RowOf<typeof FIND_RELATED_PAIRS>[]> =>
  db.query(FIND_RELATED_PAIRS, [])

const UPDATE_CLEARED = sql`
  update related_pairs set is_related = $3, cleared_reason = $4, told_at = null,
    cleared_kinds = case when $4::text is not null
      then array(select distinct reason->>'kind' from jsonb_array_elements(reasons) reason order by 1) end,
    cleared_at = case when $4::text is not null then coalesce($5::timestamptz, clock_timestamp()) end
  where a_id = least($1::uuid, $2::uuid) and b_id = greatest($1::uuid, $2::uuid)`

/** Stores the reason of an admin who cleared the pair, with the kinds of evidence they knew, or null. */
export async function updateCleared(
  tx: Tx,
  {
    userId,
    otherId,
    reason,
    isRelated,
  }: { userId: string; otherId: string; reason: string | null; isRelated: boolean },
  now: Date | null,
): Promise<void> {
  await tx.query(UPDATE_CLEARED, [userId, otherId, isRelated, reason, now])
}

const DELETE_PAIRS = sql`
  delete from related_pairs p using unnest($1::uuid[], $2::uuid[]) as gone (a_id, b_id)
  where p.a_id = gone.a_id and p.b_id = gone.b_id and p.cleared_at is null`

/** Deletes pairs, except those an admin decided. */
export async function deletePairs(tx: Tx, pairs: readonly { aId: string; bId: string }[]): Promise<void> {
  await tx.query(DELETE_PAIRS, [pairs.map(({ aId }) => aId), pairs.map(({ bId }) => bId)])
}

const DELETE_UNRELATED = sql`delete from related_pairs where (a_id = $1 or b_id = $1) and not is_related`
const STRIP_RELATED = sql`update related_pairs set score = $2, reasons = '[]' where a_id = $1 or b_id = $1`

/**
 * Removes score and reasons from a deleted account's pairs, so that only the relation remains: what it gave or paid the
 * others, or its inviter, must not count again once it is gone.
 */
export async function eraseFromPairs(tx: Tx, userId: string): Promise<void> {
  // A calculation that began before would write the reasons again.
  await lockRevision(tx)
  await tx.query(DELETE_UNRELATED, [userId])
  await tx.query(STRIP_RELATED, [userId, RELATED_AT])
}

const LOCK_REVISION = sql`
  insert into related_state as s (id, revision) values (1, 0) on conflict (id) do update set revision = s.revision
  returning ${state('revision')}`

/** Locks the revision, so that writers of pairs take turns. */
export async function lockRevision(tx: Tx): Promise<void> {
  await tx.query(LOCK_REVISION, [])
}

const RAISE_REVISION = sql`update related_state set revision = revision + 1`

export async function raiseRevision(tx: Tx): Promise<void> {
  await tx.query(RAISE_REVISION, [])
}

/** Marks related pairs as changed, for figures calculated from them, in the caller's transaction. */
export async function touchRelations(tx: Tx): Promise<void> {
  await lockRevision(tx)
  await raiseRevision(tx)
}

const FIND_REVISION = sql`select ${state('revision')} from related_state`

/** Returns the number of changes of related pairs so far. */
export async function findRevision(db: Queryable): Promise<number> {
  return (await db.query(FIND_REVISION, []))[0]?.revision ?? 0
}

const FIND_RELATED = sql`
  select asked.nr as ${out('nr', 'int')}, asked.person as ${out('person', 'uuid')}
  from unnest($1::int[], $2::uuid[]) as asked (nr, person)
  join unnest($3::int[], $4::uuid[]) as beside (nr, account) on beside.nr = asked.nr
  join related_pairs p on p.a_id = least(asked.person, beside.account) and p.b_id = greatest(asked.person, beside.account)
  where p.is_related`

/** Returns, for each group, in order, its people who are related to one of its accounts. */
export async function findRelated(
  db: Queryable,
  groups: readonly { people: readonly string[]; accounts: readonly string[] }[],
): Promise<Set<string>[]> {
  const numbered = (read: (group: (typeof groups)[number]) => readonly string[]) => [
    groups.flatMap((group, nr) => read(group).map(() => nr)),
    groups.flatMap(read),
  ]
  const found = groups.map(() => new Set<string>())
  const rows = await db.query(FIND_RELATED, [
    ...numbered(({ people }) => people),
    ...numbered(({ accounts }) => accounts),
  ])
  for (const { nr, person } of rows) found[nr]?.add(person)
  return found
}

const FIND_RELATED_TO = sql`
  select case when p.a_id = $1 then p.b_id else p.a_id end as ${out('id', 'uuid')}
  from related_pairs p where (p.a_id = $1 or p.b_id = $1) and p.is_related`

/** Returns the accounts related to this one. */
export const findRelatedTo = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.query(FIND_RELATED_TO, [userId])).map(({ id }) => id)

const MARK_TOLD = sql`
  update related_pairs p set told_at = coalesce($3::timestamptz, clock_timestamp())
  from unnest($1::uuid[], $2::uuid[]) as told (a_id, b_id)
  where p.a_id = told.a_id and p.b_id = told.b_id and p.is_related and p.told_at is null
    and not exists (select 1 from user_profiles u where u.id in (p.a_id, p.b_id) and u.deleted_at is not null)
  returning ${p('aId', 'bId')}`

/** Marks related pairs as told. Returns those that weren't. */
export const markTold = (
  tx: Tx,
  pairs: readonly { aId: string; bId: string }[],
  now: Date | null,
): Promise<RowOf<typeof MARK_TOLD>[]> =>
  tx.query(MARK_TOLD, [pairs.map(({ aId }) => aId), pairs.map(({ bId }) => bId), now])

const other = columns('user_profiles', 'other')
const FIND_NEIGHBOURS = sql`
  select ${other('id', 'username', 'profileImageUrl')}, ${p('score', 'reasons', 'isRelated', 'clearedReason')}
  from related_pairs p join user_profiles other on other.id = case when p.a_id = $1 then p.b_id else p.a_id end
  where p.a_id = $1 or p.b_id = $1 order by p.score desc, other.id limit 50`

/** Returns accounts that share traces with this one, with score and reasons; for admins only. */
export const findNeighbours = (db: Queryable, userId: string): Promise<RowOf<typeof FIND_NEIGHBOURS>[]> =>
  db.query(FIND_NEIGHBOURS, [userId])
