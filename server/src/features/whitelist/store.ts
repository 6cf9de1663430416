import { randomUUID } from 'node:crypto'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, fragment, out, sql } from '#platform/db/sql'

const e = columns('whitelisted_wallets', 'e')
const u = columns('user_profiles', 'u?')

const whitelistedWallets = columns('whitelisted_wallets')

export const isWhitelistedExpression = (address: string): string =>
  `exists (select 1 from whitelisted_wallets listed where listed.wallet_address = ${address} and listed.is_active)`

const IS_WHITELISTED = sql`select 1 from whitelisted_wallets where wallet_address = $1 and is_active`

export async function isWhitelisted(db: Queryable, walletAddress: string): Promise<boolean> {
  const rows = await db.query(IS_WHITELISTED, [walletAddress.toLowerCase()])
  return rows.length > 0
}

export interface Entry {
  id: string
  /** Address of the wallet in lower case. */
  walletAddress: string
  note: string | null
  isActive: boolean
  createdAt: Date
  addedById: string | null
  addedByName: string | null
}

const COLUMNS = fragment`${e('id', 'walletAddress', 'note', 'isActive', 'createdAt')},
  ${u({ addedById: 'id' }, { addedByName: 'username' })}`
const FROM = 'whitelisted_wallets e left join user_profiles u on u.id = e.added_by'

const LOCK_WHITELIST = sql`select pg_advisory_xact_lock(hashtextextended($1, 0))`

export async function lockWhitelist(tx: Tx): Promise<void> {
  await tx.query(LOCK_WHITELIST, [ADVISORY_LOCKS.whitelist])
}

const FIND_ENTRIES = sql`select ${COLUMNS} from ${FROM} where e.wallet_address = any($1::text[])`

export async function findEntries(db: Queryable, addresses: readonly string[]): Promise<Entry[]> {
  return db.query(FIND_ENTRIES, [addresses])
}

export interface EntryPage {
  q: string
  view: 'all' | 'active' | 'inactive'
  after: string | null
  limit: number | null
}

const LIST_ENTRIES = sql`
  select ${COLUMNS} from ${FROM}
  where ($1 = '' or strpos(e.wallet_address, $1) > 0 or strpos(lower(e.note), $1) > 0)
    and ($2 = 'all' or e.is_active = ($2 = 'active'))
    and ($3::uuid is null or (e.created_at, e.id) < (select created_at, id from whitelisted_wallets where id = $3))
  order by e.created_at desc, e.id desc limit $4`

export async function listEntries(db: Queryable, { q, view, after, limit }: EntryPage): Promise<Entry[]> {
  return db.query(LIST_ENTRIES, [q.trim().toLowerCase(), view, after, limit])
}

const COUNT_ENTRIES = sql`select count(*) as ${out('total', 'bigint')},
       count(*) filter (where is_active) as ${out('active', 'bigint')} from whitelisted_wallets`

export async function countEntries(db: Queryable): Promise<{ total: number; active: number; inactive: number }> {
  const [row = { total: 0, active: 0 }] = await db.query(COUNT_ENTRIES)
  return { ...row, inactive: row.total - row.active }
}

const UPSERT_ENTRIES = sql`
  insert into whitelisted_wallets as known (id, wallet_address, note, is_active, created_at, added_by)
  select id, address, note, true, coalesce($4::timestamptz, clock_timestamp()), $5
  from unnest($1::uuid[], $2::text[], $3::text[]) as added (id, address, note)
  on conflict (wallet_address) do update set is_active = true, note = coalesce(excluded.note, known.note)`

/** Stores wallets, in lower case. Inactive ones are reactivated, and a note replaces the old one. */
export async function upsertEntries(
  tx: Tx,
  entries: readonly { id: string; walletAddress: string; note: string | null }[],
  { addedBy, now }: { addedBy: string | null; now: Date | null },
): Promise<void> {
  await tx.query(UPSERT_ENTRIES, [
    entries.map(({ id }) => id),
    entries.map(({ walletAddress }) => walletAddress),
    entries.map(({ note }) => note),
    now,
    addedBy,
  ])
}

const INSERT_INVITED = sql`
  insert into whitelisted_wallets (id, wallet_address, note, is_active, created_at)
  values ($1, $2, 'Invited by a member', true, $3) on conflict (wallet_address) do nothing`

/** Lists an invited wallet, in lower case. Returns false, and changes nothing, if an admin removed it. */
export async function admitInvited(tx: Tx, walletAddress: string, at: Date): Promise<boolean> {
  await tx.query(INSERT_INVITED, [randomUUID(), walletAddress, at])
  return isWhitelisted(tx, walletAddress)
}

const DEACTIVATE_ENTRY = sql`
  update whitelisted_wallets set is_active = false where wallet_address = $1 and is_active
  returning ${whitelistedWallets('id')}`

/** Deactivates a wallet, in lower case. Returns whether it was active. */
export async function deactivateEntry(tx: Tx, walletAddress: string): Promise<boolean> {
  const rows = await tx.query(DEACTIVATE_ENTRY, [walletAddress])
  return rows.length === 1
}
