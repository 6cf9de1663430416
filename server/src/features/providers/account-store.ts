import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, type RowOf, sql } from '#platform/db/sql'
import { CHANNEL_PROVIDERS, channelOf, type ProvenChannel } from './channels.ts'

const p = columns('provider_accounts', 'p')

/** An account at a provider. */
export interface ProviderSubject {
  /** The name stored with the provider's accounts. */
  provider: string
  /** The provider's own id of the account. */
  subject: string
}

export type LinkedAccount = Omit<RowOf<typeof FIND_LINKED>, 'userId'>

const LOCK_SUBJECT = sql`select pg_advisory_xact_lock(hashtextextended($1, 0))`

const FIND_OWNER = sql`select ${p('userId')} from provider_accounts p where p.provider = $1 and p.subject = $2`

/** Locks the provider's account until the transaction ends, even if no user has linked it, and returns its user. */
export async function findProviderUser(tx: Tx, { provider, subject }: ProviderSubject): Promise<string | undefined> {
  await tx.query(LOCK_SUBJECT, [`${ADVISORY_LOCKS.providerAccounts}${provider}/${subject}`])
  const [row] = await tx.query(FIND_OWNER, [provider, subject])
  return row?.userId
}

const FIND_LINKED = sql`
  select ${p('userId', 'provider', 'subject', 'handle', 'linkedAt')} from provider_accounts p
  where p.user_id = any($1::uuid[]) order by p.linked_at, p.provider`

/** Returns the linked accounts of each of these users, those linked first first. Users without any are missing. */
export const findLinkedAccountsOf = async (
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, LinkedAccount[]>> => Map.groupBy(await db.query(FIND_LINKED, [userIds]), ({ userId }) => userId)

export const findLinkedAccounts = async (db: Queryable, userId: string): Promise<LinkedAccount[]> =>
  (await findLinkedAccountsOf(db, [userId])).get(userId) ?? []

const FIND_ONE = sql`
  select ${p('provider', 'subject', 'handle', 'linkedAt')} from provider_accounts p
  where p.user_id = $1 and p.provider = $2`

export async function findLinkedAccount(
  db: Queryable,
  userId: string,
  provider: string,
): Promise<LinkedAccount | undefined> {
  const [row] = await db.query(FIND_ONE, [userId, provider])
  return row
}

const INSERT = sql`
  insert into provider_accounts (provider, subject, user_id, handle, linked_at)
  values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()))`

export async function insertLinkedAccount(
  db: Queryable,
  account: ProviderSubject & { userId: string; handle: string; now: Date | null },
): Promise<void> {
  await db.query(INSERT, [account.provider, account.subject, account.userId, account.handle, account.now])
}

const UPDATE_HANDLE = sql`update provider_accounts set handle = $3 where provider = $1 and subject = $2`

export async function updateHandle(db: Queryable, account: ProviderSubject & { handle: string }): Promise<void> {
  await db.query(UPDATE_HANDLE, [account.provider, account.subject, account.handle])
}

const DELETE = sql`delete from provider_accounts where user_id = $1 and provider = $2`

export async function deleteLinkedAccount(db: Queryable, userId: string, provider: string): Promise<void> {
  await db.query(DELETE, [userId, provider])
}

const FIND_CHANNELS = sql`
  select ${p('userId', 'provider', 'subject', 'handle')} from provider_accounts p
  where p.user_id = any($1::uuid[]) and p.provider = any($2::text[])
  order by p.user_id, array_position($2::text[], p.provider)`

/**
 * Returns the channels on X, Twitch, YouTube and Kick that each of these users has proven to be theirs, in that order.
 * Users without channels are missing. A channel belongs to one user at most.
 */
export async function findProvenChannels(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, ProvenChannel[]>> {
  const rows = await db.query(FIND_CHANNELS, [userIds, CHANNEL_PROVIDERS])
  const channels = rows.flatMap((row) => {
    const channel = channelOf(row)
    return channel ? [{ userId: row.userId, channel }] : []
  })
  const byUser = Map.groupBy(channels, ({ userId }) => userId)
  return new Map([...byUser].map(([id, of]) => [id, of.map(({ channel }) => channel)]))
}
