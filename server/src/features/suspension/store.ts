import type { Queryable, Tx } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'
import type { SuspensionScope } from './tables.ts'

const suspensions = columns('suspensions')

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

const INSERT_SUSPENSION = sql`
  insert into suspensions (user_id, scope, reason, suspended_at)
  select id, $2, $3, coalesce($4::timestamptz, clock_timestamp()) from user_profiles
  where id = $1 and deleted_at is null for share
  on conflict (user_id, scope) where lifted_at is null do nothing returning ${suspensions('id')}`

export interface NewSuspension {
  userId: string
  scope: SuspensionScope
  reason: string
  now: Date | null
}

/** Stores a suspension. Returns false if there is one of this scope already, and for a deleted account. */
export async function insertSuspension(tx: Tx, { userId, scope, reason, now }: NewSuspension): Promise<boolean> {
  const rows = await tx.query(INSERT_SUSPENSION, [userId, scope, reason, now])
  return rows.length === 1
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
