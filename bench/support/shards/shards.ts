import { joinWithWallet } from '../../../server/src/features/auth/index.ts'
import { type AccountRef, HOUSE_ID } from '../../../server/src/features/ledger/index.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { benchContext } from '../servers/arena.ts'

/** Two databases with a ledger each. */
export interface Shards {
  /** The shard that holds the givers' accounts. */
  home: Context
  /** The shard that holds the battle. Each giver has a guest account there, which holds Steeze only during a gift. */
  away: Context
}

export interface ShardUrls {
  home: string
  away: string
}

/**
 * The account through which Steeze leaves and enters a shard, one of the house, so without a balance that everybody would
 * wait for. Over all shards these accounts sum to zero, less what is on its way. The product has one shard and names none.
 */
export const TRANSIT = { ownerId: HOUSE_ID, kind: 'steeze_transit' as 'steeze_chain' } satisfies AccountRef

export async function openShards(urls: ShardUrls, poolSize: number): Promise<Shards> {
  const open = async (url: string) => benchContext(await openPg({ url, poolSize }))
  return { home: await open(urls.home), away: await open(urls.away) }
}

export async function closeShards({ home, away }: Shards): Promise<void> {
  await home.db.close()
  await away.db.close()
}

/** Adds the tables that record gifts between shards and guests to the product's schema. */
export async function prepareShards({ home, away }: Shards): Promise<void> {
  for (const { db } of [home, away]) {
    await db.query(
      `insert into ledger_accounts (owner_id, kind, currency, is_tracked) values ($1, 'steeze_transit', 'STEEZE', false)`,
      [HOUSE_ID],
    )
  }
  await home.db.script(`
    create table shard_gifts (
      key text primary key,
      giver_id uuid not null,
      gift jsonb not null,
      purchased bigint not null,
      earned bigint not null,
      outcome text
    );
    create unique index shard_gifts_open on shard_gifts (giver_id) where outcome is null`)
  await away.db.script(`
    create table shard_guests (guest_id uuid primary key, home_id uuid not null unique);
    create table shard_arrivals (key text primary key, guest_id uuid not null, is_open boolean not null default true);
    create index shard_arrivals_open on shard_arrivals (guest_id) where is_open;
    create table shard_returns (
      id uuid primary key,
      home_id uuid not null,
      purchased bigint not null,
      earned bigint not null,
      is_received boolean not null default false
    );
    create index shard_returns_open on shard_returns (id) where not is_received`)
}

/** Gives a person of the home shard an account where the battle is. Returns its id. */
export async function addGuest({ away }: Shards, homeId: string): Promise<string> {
  const address = `0x${homeId.replaceAll('-', '').padStart(40, '0')}`
  return away.db.tx(async (tx) => {
    const { userId } = await joinWithWallet(away, tx, { address, timeZone: 'UTC' })
    await tx.query('insert into shard_guests (guest_id, home_id) values ($1, $2)', [userId, homeId])
    return userId
  })
}
