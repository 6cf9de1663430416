import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'

export const isWhitelistedExpression = (address: string): string =>
  `exists (select 1 from whitelisted_wallets listed where listed.wallet_address = ${address} and listed.is_active)`

export async function isWhitelisted(db: Queryable, walletAddress: string): Promise<boolean> {
  const rows = await db.query('select 1 from whitelisted_wallets where wallet_address = $1 and is_active', [
    walletAddress.toLowerCase(),
  ])
  return rows.length > 0
}

/** Lower case. */
export async function findWhitelisted(db: Queryable, addresses: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    `select wallet_address as address from whitelisted_wallets where wallet_address = any($1::text[]) and is_active`,
    [addresses],
  )
  return rows.map(({ address }) => address)
}

export interface Entry {
  id: string
  /** Lower case. */
  walletAddress: string
  note: string | null
  isActive: boolean
  createdAt: Date
  addedById: string | null
  addedByName: string | null
}

const COLUMNS = `e.id, e.wallet_address as "walletAddress", e.note, e.is_active as "isActive", e.created_at as "createdAt",
  u.id as "addedById", u.username as "addedByName"`
const FROM = 'whitelisted_wallets e left join user_profiles u on u.id = e.added_by'

export async function lockWhitelist(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [ADVISORY_LOCKS.whitelist])
}

export async function findEntries(db: Queryable, addresses: readonly string[]): Promise<Entry[]> {
  return db.query<Entry>(`select ${COLUMNS} from ${FROM} where e.wallet_address = any($1::text[])`, [addresses])
}

export interface EntryPage {
  q: string
  view: 'all' | 'active' | 'inactive'
  after: string | null
  limit: number | null
}

export async function listEntries(db: Queryable, { q, view, after, limit }: EntryPage): Promise<Entry[]> {
  return db.query<Entry>(
    `select ${COLUMNS} from ${FROM}
     where ($1 = '' or strpos(e.wallet_address, $1) > 0 or strpos(lower(e.note), $1) > 0)
       and ($2 = 'all' or e.is_active = ($2 = 'active'))
       and ($3::uuid is null or (e.created_at, e.id) < (select created_at, id from whitelisted_wallets where id = $3))
     order by e.created_at desc, e.id desc limit $4`,
    [q.trim().toLowerCase(), view, after, limit],
  )
}

export async function countEntries(db: Queryable): Promise<{ total: number; active: number; inactive: number }> {
  const [row = { total: 0, active: 0 }] = await db.query<{ total: number; active: number }>(
    'select count(*) as total, count(*) filter (where is_active) as active from whitelisted_wallets',
  )
  return { ...row, inactive: row.total - row.active }
}

/** Lower case; inactive wallets are reactivated, and a note replaces the old one. */
export async function upsertEntries(
  tx: Tx,
  entries: readonly { id: string; walletAddress: string; note: string | null }[],
  { addedBy, now }: { addedBy: string | null; now: Date | null },
): Promise<void> {
  await tx.query(
    `insert into whitelisted_wallets as known (id, wallet_address, note, is_active, created_at, added_by)
     select id, address, note, true, coalesce($4::timestamptz, clock_timestamp()), $5
     from unnest($1::uuid[], $2::text[], $3::text[]) as added (id, address, note)
     on conflict (wallet_address) do update set is_active = true, note = coalesce(excluded.note, known.note)`,
    [
      entries.map(({ id }) => id),
      entries.map(({ walletAddress }) => walletAddress),
      entries.map(({ note }) => note),
      now,
      addedBy,
    ],
  )
}

/** Lower case. Returns whether it was active. */
export async function deactivateEntry(tx: Tx, walletAddress: string): Promise<boolean> {
  const rows = await tx.query(
    'update whitelisted_wallets set is_active = false where wallet_address = $1 and is_active returning id',
    [walletAddress],
  )
  return rows.length === 1
}
