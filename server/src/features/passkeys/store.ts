import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'

const p = columns('passkeys')
const challenges = columns('passkey_challenges')

export interface Challenge {
  challenge: string
  purpose: string
  /** The account; null to join or sign in. */
  userId: string | null
  browserHash: Uint8Array
  userHandle: string | null
  username: string | null
  subject: string | null
}

const INSERT_CHALLENGE = sql`
  insert into passkey_challenges (challenge, purpose, user_id, browser_hash, user_handle, username, subject, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, clock_timestamp()) + $9 * interval '1 millisecond')`

export async function insertChallenge(
  db: Queryable,
  { challenge, ...made }: Challenge & { now: Date | null; lifeMs: number },
): Promise<void> {
  const { purpose, userId, browserHash, userHandle, username, subject, now, lifeMs } = made
  const values = [challenge, purpose, userId, browserHash, userHandle, username, subject, now, lifeMs]
  await db.query(INSERT_CHALLENGE, values)
}

const TAKE_CHALLENGE = sql`
  delete from passkey_challenges where challenge = $1 and browser_hash = $2
  returning ${challenges('challenge', 'purpose', 'userId', 'browserHash', 'userHandle', 'username', 'subject')},
            expires_at > coalesce($3::timestamptz, clock_timestamp()) as ${out('isLive', 'boolean')}`

/** Deletes and returns a challenge, so that one of two attempts gets it; undefined if it has expired. */
export async function takeChallenge(
  db: Queryable,
  { challenge, browserHash, now }: { challenge: string; browserHash: Uint8Array; now: Date | null },
): Promise<Challenge | undefined> {
  const [row] = await db.query(TAKE_CHALLENGE, [challenge, browserHash, now])
  return row?.isLive ? row : undefined
}

const COLUMNS = fragment`${p(
  'id',
  'userId',
  'credentialId',
  'publicKey',
  'userHandle',
  'signCount',
  'transports',
  'canBackUp',
  'isBackedUp',
  'name',
  'openedAccount',
  'walletAddress',
  'createdAt',
  'lastUsedAt',
)}`

const FIND_BY_CREDENTIAL = sql`select ${COLUMNS} from passkeys where credential_id = $1`

export type PasskeyRow = RowOf<typeof FIND_BY_CREDENTIAL>

export async function findByCredential(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.query(FIND_BY_CREDENTIAL, [credentialId])
  return row
}

const FIND_PASSKEYS = sql`select ${COLUMNS} from passkeys where user_id = $1 order by created_at desc, id`

/** Returns an account's passkeys, newest first. */
export const findPasskeys = (db: Queryable, userId: string): Promise<PasskeyRow[]> => db.query(FIND_PASSKEYS, [userId])

const INSERT_PASSKEY = sql`
  insert into passkeys (id, user_id, credential_id, public_key, user_handle, sign_count, transports, can_back_up,
                        is_backed_up, name, opened_account, wallet_address, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::timestamptz, clock_timestamp()))
  on conflict do nothing returning ${COLUMNS}`

/** Stores a passkey. Returns undefined if its id or its key is registered already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'> & { now: Date | null },
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query(INSERT_PASSKEY, [
    passkey.id,
    passkey.userId,
    passkey.credentialId,
    passkey.publicKey,
    passkey.userHandle,
    passkey.signCount,
    [...passkey.transports],
    passkey.canBackUp,
    passkey.isBackedUp,
    passkey.name,
    passkey.openedAccount,
    passkey.walletAddress,
    passkey.now,
  ])
  return row
}

const NOTE_USE = sql`
  update passkeys set sign_count = $2, is_backed_up = $3, last_used_at = coalesce($4::timestamptz, clock_timestamp())
  where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning ${p('id')}`

/** Stores a use. Returns false, and changes nothing, if the count went back or the passkey was removed. */
export async function noteUse(
  db: Queryable,
  { id, signCount, isBackedUp, now }: { id: string; signCount: number; isBackedUp: boolean; now: Date | null },
): Promise<boolean> {
  return (await db.query(NOTE_USE, [id, signCount, isBackedUp, now])).length === 1
}

const RENAME = sql`update passkeys set name = $3 where id = $1 and user_id = $2 returning ${p('id')}`

/** Renames a passkey of the account. Returns whether there is one. */
export async function renamePasskey(
  db: Queryable,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  return (await db.query(RENAME, [id, userId, name])).length === 1
}

const DELETE_PASSKEY = sql`delete from passkeys where id = $1`

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await tx.query(DELETE_PASSKEY, [id])
}

const SET_WALLET = sql`update passkeys set wallet_address = $2 where id = $1`

/** Sets the account contract that a passkey signs for; null: it signs in only. */
export async function setPasskeyWallet(tx: Tx, id: string, walletAddress: string | null): Promise<void> {
  await tx.query(SET_WALLET, [id, walletAddress])
}

const FIND_WALLETS = sql`
  select distinct on (user_id) ${p('id', 'userId', 'walletAddress')} from passkeys
  where user_id = any($1::uuid[]) and wallet_address is not null order by user_id, created_at, id`

/** Returns the account contract of each user's oldest passkey that has one. */
export async function findPasskeyWallets(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, { passkeyId: string; walletAddress: string }>> {
  const rows = await db.query(FIND_WALLETS, [userIds])
  return new Map(
    rows.flatMap(({ id, userId, walletAddress }): [string, { passkeyId: string; walletAddress: string }][] =>
      walletAddress === null ? [] : [[userId, { passkeyId: id, walletAddress }]],
    ),
  )
}

const COUNT = sql`
  select count(*)::int as ${out('passkeys', 'int')},
         count(distinct k.user_id)::int as ${out('people', 'int')},
         (count(distinct k.user_id) filter (where not exists (select 1 from provider_accounts a where a.user_id = k.user_id)
           and not exists (select 1 from user_wallets w where w.user_id = k.user_id
             and not exists (select 1 from passkeys own where own.user_id = k.user_id and own.wallet_address = w.address))
         ))::int as ${out('onlyByPasskey', 'int')}
  from passkeys k`

/** Counts passkeys, the people who have one, and those of them who have no other way to sign in. */
export async function countPasskeys(
  db: Queryable,
): Promise<{ passkeys: number; people: number; onlyByPasskey: number }> {
  const [row] = await db.query(COUNT, [])
  return row ?? { passkeys: 0, people: 0, onlyByPasskey: 0 }
}
