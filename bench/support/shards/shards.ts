import { findOwnShard, houseAccount, openGuestAccounts } from '../../../server/src/features/ledger/index.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { benchContext } from '../servers/arena.ts'

/** Two databases with a ledger each. */
export interface Shards {
  /** The shard that holds the givers' accounts. */
  home: Context
  /** The shard that holds the battle. Each giver has accounts of a guest there, which hold Steeze only during a gift. */
  away: Context
}

export interface ShardUrls {
  home: string
  away: string
}

/** Over all shards these accounts sum to zero, less what is on its way. */
export const TRANSIT = houseAccount('steeze_transit')

export async function openShards(urls: ShardUrls, poolSize: number): Promise<Shards> {
  const open = async (url: string) => benchContext(await openPg({ url, poolSize }))
  return { home: await open(urls.home), away: await open(urls.away) }
}

export async function closeShards({ home, away }: Shards): Promise<void> {
  await home.db.close()
  await away.db.close()
}

/** By the number that each database says it is. */
export async function byNumber({ home, away }: Shards): Promise<Map<number, Context>> {
  return new Map([
    [await findOwnShard(home.db), home],
    [await findOwnShard(away.db), away],
  ])
}

/** Numbers new databases, and adds the tables that record gifts between shards to the product's schema. */
export async function prepareShards({ home, away }: Shards): Promise<void> {
  await away.db.query('update ledger_shard set number = 1')
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
    create table shard_arrivals (key text primary key, giver_id uuid not null, outcome text);
    create index shard_arrivals_open on shard_arrivals (giver_id) where outcome is null;
    create table shard_returns (
      id uuid primary key,
      giver_id uuid not null,
      purchased bigint not null,
      earned bigint not null,
      is_received boolean not null default false
    );
    create index shard_returns_open on shard_returns (id) where not is_received`)
}

/** Makes a person of the home shard a guest where the battle is, under the id that they have at home. */
export async function addGuest({ home, away }: Shards, id: string): Promise<void> {
  const homeShard = await findOwnShard(home.db)
  await away.db.tx(async (tx) => {
    await tx.query('insert into users (id, username, created_at) values ($1, $2, clock_timestamp())', [
      id,
      id.replaceAll('-', '').slice(0, 20),
    ])
    await openGuestAccounts(tx, id, homeShard)
  })
}
