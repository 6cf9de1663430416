import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import type { AccountTransfer } from './account-transfers.ts'
import type { KeyEvent } from './key-events.ts'

const f = columns('followed_accounts', 'f')
const e = columns('account_key_events', 'e')

const FIND_UNFOLLOWED = sql`
  select distinct p.wallet_address as ${out('address', 'text')} from passkeys p
  join user_wallets w on w.address = p.wallet_address
  where not exists (select 1 from followed_accounts known where known.address = p.wallet_address) order by 1 limit $1`

/** Returns account contracts that are somebody's wallet and aren't followed yet. */
export const findUnfollowed = async (db: Queryable, limit: number): Promise<string[]> =>
  (await db.query(FIND_UNFOLLOWED, [limit])).map(({ address }) => address)

const INSERT_FOLLOWED = sql`
  insert into followed_accounts (address, block_number) values ($1, $2) on conflict do nothing`

export async function insertFollowed(db: Queryable, address: string, blockNumber: number): Promise<void> {
  await db.query(INSERT_FOLLOWED, [address, blockNumber])
}

const FIND_FOLLOWED = sql`
  select ${f('address', 'blockNumber')} from followed_accounts f
  where f.address > $1 and f.block_number >= $2 and exists (select 1 from user_wallets w where w.address = f.address)
  order by f.address limit $3`

export type Followed = RowOf<typeof FIND_FOLLOWED>

/** Returns followed accounts that are somebody's wallet and known up to this block, in order, after this one. */
export const findFollowed = (
  db: Queryable,
  { after, fromBlock, limit }: { after: string; fromBlock: number; limit: number },
): Promise<Followed[]> => db.query(FIND_FOLLOWED, [after, fromBlock, limit])

const FIND_BEHIND = sql`
  select ${f('address', 'blockNumber')} from followed_accounts f
  where f.block_number < $1 and exists (select 1 from user_wallets w where w.address = f.address)
  order by f.block_number desc, f.address limit $2`

/** Returns those that aren't known up to this block, the least behind first. */
export const findBehind = (db: Queryable, block: number, limit: number): Promise<Followed[]> =>
  db.query(FIND_BEHIND, [block, limit])

const FIND_ONE = sql`select ${f('address', 'blockNumber')} from followed_accounts f where f.address = $1`

export const findFollowedAccount = async (db: Queryable, address: string): Promise<Followed | undefined> =>
  (await db.query(FIND_ONE, [address]))[0]

const LOCK = sql`
  select ${f('address', 'blockNumber')} from followed_accounts f where f.address = any($1::text[])
  order by f.address for update`

export const lockFollowed = (tx: Tx, addresses: readonly string[]): Promise<Followed[]> => tx.query(LOCK, [addresses])

const ADVANCE = sql`
  update followed_accounts set block_number = $2 where address = any($1::text[]) and block_number < $2`

export async function advanceFollowed(tx: Tx, addresses: readonly string[], blockNumber: number): Promise<void> {
  await tx.query(ADVANCE, [addresses, blockNumber])
}

const deleteGone = (table: 'account_key_events' | 'account_transfers') => sql`
  delete from ${table} e using followed_accounts f
  where f.address = e.account and e.account = any($1::text[]) and e.block_number > f.block_number
    and e.block_number between $2 and $3
    and not exists (select 1 from unnest($4::text[], $5::int[], $6::bigint[]) as told (tx_hash, log_index, block_number)
                    where told.tx_hash = e.tx_hash and told.log_index = e.log_index
                      and told.block_number = e.block_number)
  returning ${columns(table, 'e')('account')}`
const DELETE_EVENTS = deleteGone('account_key_events')
const DELETE_TRANSFERS = deleteGone('account_transfers')

const INSERT_EVENTS = sql`
  insert into account_key_events (account, tx_hash, log_index, block_number, block_time, kind, key_id, key, until)
  select * from unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[],
                       $8::text[], $9::timestamptz[])
  on conflict do nothing
  returning ${columns('account_key_events')('account', 'txHash', 'kind', 'keyId', 'blockTime', 'until')}`

export type StoredKeyEvent = RowOf<typeof INSERT_EVENTS>

interface Range {
  accounts: readonly string[]
  from: number
  to: number
}

/**
 * Makes the events of these accounts in these blocks the ones given, except in final blocks, whose events stay. The caller
 * has locked the accounts. Returns those that are new, and the accounts that lost some.
 */
export async function replaceEvents(
  tx: Tx,
  { accounts, from, to }: Range,
  events: readonly KeyEvent[],
): Promise<{ added: StoredKeyEvent[]; lost: string[] }> {
  const hashes = events.map(({ txHash }) => txHash)
  const indexes = events.map(({ logIndex }) => logIndex)
  const blocks = events.map(({ blockNumber }) => blockNumber)
  const gone = await tx.query(DELETE_EVENTS, [accounts, from, to, hashes, indexes, blocks])
  const lost = gone.map(({ account }) => account)
  if (events.length === 0) return { added: [], lost }
  const added = await tx.query(INSERT_EVENTS, [
    events.map(({ account }) => account),
    hashes,
    indexes,
    blocks,
    events.map(({ blockTime }) => blockTime.toISOString()),
    events.map(({ kind }) => kind),
    events.map(({ keyId }) => keyId),
    events.map(({ key }) => key),
    events.map(({ until }) => until?.toISOString() ?? null),
  ])
  return { added, lost }
}

const INSERT_TRANSFERS = sql`
  insert into account_transfers (account, tx_hash, log_index, block_number, block_time, is_incoming, other, usdc_micros)
  select * from unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::timestamptz[], $6::boolean[], $7::text[],
                       $8::bigint[])
  on conflict do nothing`

/** Does the same with what these accounts sent and got. */
export async function replaceTransfers(
  tx: Tx,
  { accounts, from, to }: Range,
  transfers: readonly AccountTransfer[],
): Promise<void> {
  const hashes = transfers.map(({ txHash }) => txHash)
  const indexes = transfers.map(({ logIndex }) => logIndex)
  const blocks = transfers.map(({ blockNumber }) => blockNumber)
  await tx.query(DELETE_TRANSFERS, [accounts, from, to, hashes, indexes, blocks])
  if (transfers.length === 0) return
  await tx.query(INSERT_TRANSFERS, [
    transfers.map(({ account }) => account),
    hashes,
    indexes,
    blocks,
    transfers.map(({ blockTime }) => blockTime.toISOString()),
    transfers.map(({ isIncoming }) => isIncoming),
    transfers.map(({ other }) => other),
    transfers.map(({ usdcMicros }) => usdcMicros),
  ])
}

const t = columns('account_transfers', 't')
const FIND_TRANSFERS = sql`
  select ${t('txHash', 'logIndex', 'blockNumber', 'blockTime', 'isIncoming', 'other', 'usdcMicros')}
  from account_transfers t
  where t.account = $1 and ($2::bigint is null or (t.block_number, t.log_index) < ($2, $3::int))
  order by t.block_number desc, t.log_index desc limit $4`

/** Returns what an account sent and got, newest first, before a place in the chain. */
export const findTransfers = (
  db: Queryable,
  account: string,
  { before, limit }: { before: readonly [block: number, logIndex: number] | null; limit: number },
): Promise<RowOf<typeof FIND_TRANSFERS>[]> =>
  db.query(FIND_TRANSFERS, [account, before?.[0] ?? null, before?.[1] ?? null, limit])

const FIND_EVENTS = sql`
  select ${e('kind', 'keyId', 'key', 'until', 'blockTime')} from account_key_events e where e.account = $1
  order by e.block_number, e.log_index`

export type AccountEvent = RowOf<typeof FIND_EVENTS>

/** Returns an account's events in the order of the chain. */
export const findKeyEvents = (db: Queryable, account: string): Promise<AccountEvent[]> =>
  db.query(FIND_EVENTS, [account])

const FIND_LEFT = sql`
  with gone as (
    select e.account, e.key_id from account_key_events e
    where e.until <= $1 and not exists (
      select 1 from account_key_events later where later.account = e.account and later.key_id = e.key_id
        and (later.block_number, later.log_index) > (e.block_number, e.log_index)))
  select distinct gone.account as ${out('account', 'text')} from gone
  join user_wallets w on w.address = gone.account
  join account_key_events added on added.account = gone.account and added.key_id = gone.key_id and added.kind = 'added'
  join passkeys p on p.user_id = w.user_id and p.wallet_address = gone.account
    and added.key = $2 || encode(p.public_key, 'hex')
  where exists (
    select 1 from account_key_events a join passkeys other on a.key = $2 || encode(other.public_key, 'hex')
    where a.account = gone.account and a.kind = 'added' and other.user_id = w.user_id
      and not exists (select 1 from gone g where g.account = a.account and g.key_id = a.key_id))
  order by 1 limit $3`

/**
 * Returns accounts that have a passkey here whose key has left, and another whose key stands. `verifier` is what keys of
 * passkeys begin with.
 */
export const findLeft = async (
  db: Queryable,
  { now, verifier, limit }: { now: Date; verifier: string; limit: number },
): Promise<string[]> => (await db.query(FIND_LEFT, [now, verifier, limit])).map(({ account }) => account)
