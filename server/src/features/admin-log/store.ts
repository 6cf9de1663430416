import type { AdminActionName } from '@aura/api/calls/admin-log'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'
import { refuseOwnCase } from './own-case.ts'

const a = columns('admin_actions', 'a')
const byWhom = columns('user_profiles', 'by_whom?')
const b = columns('wallet_bindings', 'b')
const whom = columns('user_profiles', 'whom?')

interface Action {
  /** The acting admin; null for a command-line action. */
  adminId: string | null
  action: AdminActionName
  subject: string
  reason?: string | null
}

/** `concerns` are people whose case it is, too, beside the person or the wallet's owners. */
export type NewAction =
  | (Action & { subjectKind: 'person' | 'wallet'; concerns?: readonly string[] })
  | (Action & { subjectKind: 'battle'; concerns: readonly string[] })

/** Actions that decide nothing. */
const HARMLESS: readonly AdminActionName[] = ['read-redemption', 'read-invites', 'withdraw-proposal', 'whitelist-note']

async function concernedBy(tx: Tx, actions: readonly NewAction[]): Promise<string[]> {
  const of = (kind: NewAction['subjectKind']) =>
    actions.filter(({ subjectKind }) => subjectKind === kind).map(({ subject }) => subject)
  const owners = await tx.query(FIND_OWNERS, [of('wallet')])
  return [...of('person'), ...owners.map(({ userId }) => userId), ...actions.flatMap(({ concerns = [] }) => concerns)]
}

const FIND_OWNERS = sql`select distinct ${b('userId')} from wallet_bindings b where b.address = any($1::text[])`

const RECORD_ACTIONS = sql`
  insert into admin_actions (at, admin_id, action, subject_kind, subject, reason)
  select coalesce($6::timestamptz, clock_timestamp()), done.* from unnest($1::uuid[], $2::text[], $3::text[],
    $4::text[], $5::text[]) as done (admin_id, action, subject_kind, subject, reason)`

/**
 * Logs what an admin does, in its transaction. Throws ADMIN_OWN_CASE if it concerns them or an account related to
 * theirs.
 */
export async function recordActions(tx: Tx, actions: readonly NewAction[], now: Date | null): Promise<void> {
  const decisive = actions.filter(({ action }) => !HARMLESS.includes(action))
  const adminIds = [...new Set(decisive.flatMap(({ adminId }) => adminId ?? []))]
  if (adminIds.length > 0) await refuseOwnCase(tx, adminIds, await concernedBy(tx, decisive))
  await tx.query(RECORD_ACTIONS, [
    actions.map(({ adminId }) => adminId),
    actions.map(({ action }) => action),
    actions.map(({ subjectKind }) => subjectKind),
    actions.map(({ subject }) => subject),
    actions.map(({ reason }) => reason ?? null),
    now,
  ])
}

/** Records an action on a person from the command line, now. */
export const recordFromShell = (
  tx: Tx,
  action: NewAction['action'],
  userId: string,
  reason: string | null = null,
): Promise<void> => recordActions(tx, [{ adminId: null, action, subjectKind: 'person', subject: userId, reason }], null)

export type ActionRow = RowOf<typeof LIST_ACTIONS>

const LIST_ACTIONS = sql`
  select ${a('id', 'at', 'adminId')}, ${byWhom({ adminName: 'username' })}, ${a('action', 'subjectKind', 'subject')},
         ${whom({ subjectName: 'username' })}, ${a('reason')}
  from admin_actions a left join user_profiles by_whom on by_whom.id = a.admin_id and by_whom.deleted_at is null
       left join user_profiles whom on a.subject_kind = 'person' and whom.id::text = a.subject and whom.deleted_at is null
  where ($1::bigint is null or a.id < $1)
    and ($2 = '' or strpos(a.subject, $2) > 0 or strpos(by_whom.username, $2) > 0
         or strpos(whom.username, $2) > 0 or a.action = $2)
  order by a.id desc limit $3`

/** Lists actions, newest first. `q` matches part of a username, address or id. */
export async function listActions(
  db: Queryable,
  { q, before, limit }: { q: string; before: number | null; limit: number },
): Promise<ActionRow[]> {
  return db.query(LIST_ACTIONS, [before, q.toLowerCase(), limit])
}
