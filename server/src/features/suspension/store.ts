import { lockLaterAccounts } from '#features/identities'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import type { SuspensionScope } from './tables.ts'

const suspensions = columns('suspensions')
const u = columns('user_profiles', 'u')

export interface Suspension {
  /** Reason that the user is shown. */
  reason: string
  suspendedAt: Date
}

/** Returns SQL for a suspension of the whole account; `userId` is an SQL expression. */
export const isSuspendedExpression = (userId: string): string =>
  `exists (select 1 from suspensions held where held.user_id = ${userId} and held.scope = 'account' and held.lifted_at is null)`

/** Returns SQL for a user whose streams aren't shown; `userId` is an SQL expression. */
export const hidesStreamsExpression = (userId: string): string =>
  `exists (select 1 from suspensions held where held.user_id = ${userId} and held.scope in ('account', 'streams') and held.lifted_at is null)`

const FIND_SUSPENSION = sql`
  select ${suspensions('reason', 'suspendedAt')} from suspensions
  where user_id = $1 and scope = $2 and lifted_at is null`

export async function findSuspension(
  db: Queryable,
  userId: string,
  scope: SuspensionScope,
): Promise<Suspension | undefined> {
  const [row] = await db.query(FIND_SUSPENSION, [userId, scope])
  return row
}

const FIND_SUSPENDED = sql`
  select ${suspensions('userId')} from suspensions
  where user_id = any($1::uuid[]) and scope = 'account' and lifted_at is null`

/** Returns the users in the list whose whole account is suspended. */
export async function findSuspended(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query(FIND_SUSPENDED, [userIds])
  return new Set(rows.map(({ userId }) => userId))
}

const LOCK_PERSON = sql`select ${u('id')} from user_profiles u where u.id = $1 and u.deleted_at is null for share`

const INSERT_SUSPENSIONS = sql`
  with added as (
    insert into suspensions (user_id, scope, reason, suspended_at)
    select u.id, $2, $3, coalesce($4::timestamptz, clock_timestamp()) from user_profiles u
    where u.id = any($1::uuid[]) order by u.id
    on conflict (user_id, scope) where lifted_at is null do nothing returning id, user_id)
  select added.id as ${out('id', 'bigint')}, ${u({ userId: 'id' })}
  from added join user_profiles u on u.id = added.user_id and u.deleted_at is null`

export interface NewSuspension {
  userId: string
  scope: SuspensionScope
  reason: string
  now: Date | null
}

/**
 * Suspends an account and every account that continues it, deleted ones too, so that a return is suspended. Returns the
 * suspensions added to accounts that exist; none if the first is deleted or already has this scope.
 */
export async function insertSuspension(
  tx: Tx,
  { userId, scope, reason, now }: NewSuspension,
): Promise<RowOf<typeof INSERT_SUSPENSIONS>[]> {
  if ((await tx.query(LOCK_PERSON, [userId])).length === 0) return []
  const later = await lockLaterAccounts(tx, userId)
  if (await findSuspension(tx, userId, scope)) return []
  return tx.query(INSERT_SUSPENSIONS, [[userId, ...later], scope, reason, now])
}

const LIFT_SUSPENSION = sql`
  update suspensions set lifted_at = coalesce($3::timestamptz, clock_timestamp())
  where user_id = $1 and scope = $2 and lifted_at is null
    and ($4::timestamptz is null or date_trunc('milliseconds', suspended_at) <= $4)
  returning ${suspensions('id')}`

/** Lifts a suspension and keeps its history, unless it began after `begunBy`. Returns whether it did. */
export async function liftSuspension(
  tx: Tx,
  { userId, scope, now, begunBy = null }: Omit<NewSuspension, 'reason'> & { begunBy?: Date | null },
): Promise<boolean> {
  const rows = await tx.query(LIFT_SUSPENSION, [userId, scope, now, begunBy])
  return rows.length === 1
}
