import type { Queryable } from '#platform/db/db'

/** Whether the wallet this expression names, in lower case, may join the closed beta, as SQL. */
export const isWhitelistedExpression = (address: string): string =>
  `exists (select 1 from whitelisted_wallets listed where listed.wallet_address = ${address} and listed.is_active)`

export async function isWhitelisted(db: Queryable, walletAddress: string): Promise<boolean> {
  const rows = await db.query('select 1 from whitelisted_wallets where wallet_address = $1 and is_active', [
    walletAddress.toLowerCase(),
  ])
  return rows.length > 0
}

/** Those among these addresses, in lower case, that may join the closed beta. */
export async function findWhitelisted(db: Queryable, addresses: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    `select wallet_address as address from whitelisted_wallets where wallet_address = any($1::text[]) and is_active`,
    [addresses],
  )
  return rows.map(({ address }) => address)
}

/** Lets a wallet in; one that had been removed becomes active again, and a note given replaces the old one. */
export async function upsertWhitelisted(
  db: Queryable,
  entry: { id: string; walletAddress: string; note: string | null; now: Date | null },
): Promise<void> {
  await db.query(
    `insert into whitelisted_wallets as known (id, wallet_address, note, is_active, created_at)
     values ($1, $2, $3, true, coalesce($4::timestamptz, clock_timestamp()))
     on conflict (wallet_address) do update set is_active = true, note = coalesce(excluded.note, known.note)`,
    [entry.id, entry.walletAddress.toLowerCase(), entry.note, entry.now],
  )
}
