import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'

const i = columns('invites', 'i')
const p = columns('invited_people', 'p?')
const u = columns('user_profiles', 'u')

const INVITE = fragment`
  ${i('id', 'inviterId', 'createdAt', 'expiresAt', 'withdrawnAt')}, ${p('invitedId', { usedAt: 'invitedAt' })}`
const FROM = 'invites i left join invited_people p on p.invite_id = i.id'

export type InviteRow = RowOf<typeof INVITE>

const FIND_INVITE = sql`select ${INVITE} from ${FROM} where i.id = $1`

export async function findInvite(db: Queryable, id: string): Promise<InviteRow | undefined> {
  return (await db.query(FIND_INVITE, [id]))[0]
}

const LOCK_INVITE = sql`select ${i('id')} from invites i where i.id = $1 for no key update`

/** Locks an invite. Returns its state after the lock. */
export async function lockInvite(tx: Tx, id: string): Promise<InviteRow | undefined> {
  await tx.query(LOCK_INVITE, [id])
  return findInvite(tx, id)
}

const FIND_INVITES = sql`
  select ${INVITE} from ${FROM} where i.inviter_id = $1 order by i.created_at desc, i.id limit $2`

/** Returns an inviter's invites, newest first. */
export const findInvites = (db: Queryable, inviterId: string, limit: number): Promise<InviteRow[]> =>
  db.query(FIND_INVITES, [inviterId, limit])

const FIND_BY_REQUEST = sql`select ${i('id')} from invites i where i.inviter_id = $1 and i.request_key = $2`

export async function findByRequest(db: Queryable, inviterId: string, requestKey: string): Promise<string | undefined> {
  return (await db.query(FIND_BY_REQUEST, [inviterId, requestKey]))[0]?.id
}

const INSERT_INVITE = sql`
  insert into invites (id, inviter_id, created_at, expires_at, request_key) values ($1, $2, $3, $4, $5)`

export async function insertInvite(
  tx: Tx,
  invite: { id: string; inviterId: string; createdAt: Date; expiresAt: Date; requestKey: string | undefined },
): Promise<void> {
  await tx.query(INSERT_INVITE, [
    invite.id,
    invite.inviterId,
    invite.createdAt,
    invite.expiresAt,
    invite.requestKey ?? null,
  ])
}

const WITHDRAW = sql`update invites set withdrawn_at = $2 where id = $1`

/** Withdraws an invite locked by the caller. */
export async function withdraw(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(WITHDRAW, [id, at])
}

const COUNT = sql`
  select (select count(*) from invited_people p where p.inviter_id = $1) as ${out('invited', 'bigint')},
         (select count(*) from invites i where i.inviter_id = $1 and i.created_at > $2) as ${out('recent', 'bigint')},
         coalesce((select extra from extra_invites where user_id = $1), 0) as ${out('extra', 'int')}`

export type InviteCounts = RowOf<typeof COUNT>

/** Counts invites. `recent` are those made after `since`, in any status. */
export async function countInvites(db: Queryable, userId: string, since: Date): Promise<InviteCounts> {
  const [counts] = await db.query(COUNT, [userId, since])
  if (!counts) throw new Error('counting returned no row')
  return counts
}

const FIND_TIMES = sql`
  select ${i({ madeAt: 'createdAt' })}, ${p({ usedAt: 'invitedAt' })},
         case when p.invite_id is null then least(i.withdrawn_at, case when i.expires_at <= $2 then i.expires_at end)
         end as ${out('returnedAt', 'timestamptz?')}
  from ${FROM} where i.inviter_id = $1`

/** Returns when each of a person's invites was made, used, or given back by this time. */
export const findInviteTimes = (db: Queryable, userId: string, at: Date): Promise<RowOf<typeof FIND_TIMES>[]> =>
  db.query(FIND_TIMES, [userId, at])

const UPSERT_EXTRA = sql`
  insert into extra_invites (user_id, extra) values ($1, $2) on conflict (user_id) do update set extra = excluded.extra`

export async function upsertExtra(tx: Tx, userId: string, extra: number): Promise<void> {
  await tx.query(UPSERT_EXTRA, [userId, extra])
}

const invited = columns('invited_people')
const INSERT_INVITED = sql`
  insert into invited_people (invited_id, inviter_id, invite_id, invited_at) values ($1, $2, $3, $4)`

/** Stores an invite's use. A constraint refuses a second person, or a second inviter of one. */
export async function insertInvited(
  tx: Tx,
  entry: { invitedId: string; inviterId: string; inviteId: string | null; at: Date },
): Promise<void> {
  await tx.query(INSERT_INVITED, [entry.invitedId, entry.inviterId, entry.inviteId, entry.at])
}

const FIND_INVITER = sql`select ${invited('inviterId')} from invited_people where invited_id = $1`

export async function findInviterId(db: Queryable, userId: string): Promise<string | undefined> {
  return (await db.query(FIND_INVITER, [userId]))[0]?.inviterId
}

const PERSON = fragment`${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}`

const FIND_PEOPLE = sql`
  select ${PERSON} from user_profiles u join streaks l on l.user_id = u.id
  where u.id = any($1::uuid[]) and u.deleted_at is null`

/** Returns people by id, without deleted accounts. */
export async function findPeople(db: Queryable, ids: readonly string[], at: Date): Promise<Map<string, OtherPerson>> {
  const rows = await db.query(FIND_PEOPLE, [[...new Set(ids)]])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        username: row.username,
        profileImageUrl: row.profileImageUrl,
        currentStreak: readStreak(row, at),
      },
    ]),
  )
}

const listed = columns('invited_people', 'listed')

const FIND_INVITED = sql`
  select ${listed({ at: 'invitedAt' })}, ${u('id', 'username', 'profileImageUrl')},
         (select count(*) from invited_people theirs where theirs.inviter_id = listed.invited_id)
           as ${out('invited', 'bigint')}
  from invited_people listed join user_profiles u on u.id = listed.invited_id
  where listed.inviter_id = $1 order by listed.invited_at desc, u.id limit $2`

/** Returns invited people, newest first, deleted accounts by their placeholder. */
export const findInvited = (db: Queryable, inviterId: string, limit: number): Promise<RowOf<typeof FIND_INVITED>[]> =>
  db.query(FIND_INVITED, [inviterId, limit])

const FIND_ANCESTORS = sql`
  with recursive up as (
    select inviter_id, 1 as step from invited_people where invited_id = $1
    union all
    select t.inviter_id, up.step + 1 from up join invited_people t on t.invited_id = up.inviter_id where up.step < $2)
  select ${u('id', 'username', 'profileImageUrl')} from up join user_profiles u on u.id = up.inviter_id order by up.step`

/** Returns a person's inviter, that person's inviter, and so on. */
export const findAncestors = (db: Queryable, userId: string, steps: number): Promise<RowOf<typeof FIND_ANCESTORS>[]> =>
  db.query(FIND_ANCESTORS, [userId, steps])

const r = columns('related_pairs', 'r')
const FIND_RELATED_INVITED = sql`
  select ${r('aId', 'bId')} from related_pairs r
  join invited_people a on a.invited_id = r.a_id join invited_people b on b.invited_id = r.b_id
  where r.is_related
    and not exists (select 1 from continued_accounts c where c.is_return and c.earlier_id in (r.a_id, r.b_id))`

/** Returns the pairs of related accounts that were both invited, each person by their latest account. */
export const findRelatedInvited = (db: Queryable): Promise<RowOf<typeof FIND_RELATED_INVITED>[]> =>
  db.query(FIND_RELATED_INVITED, [])

const FIND_INVITERS = sql`
  select t.invited_id as ${out('invitedId', 'uuid')}, latest_account(t.inviter_id) as ${out('inviterId', 'uuid')}
  from invited_people t where t.invited_id = any($1::uuid[])`

/**
 * Returns the inviter of each of these people, by the invited person. An inviter who deleted their account and returned
 * is meant by the account they have now.
 */
export async function findInviters(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query(FIND_INVITERS, [[...new Set(ids)]])
  return new Map(rows.map(({ invitedId, inviterId }) => [invitedId, inviterId]))
}
