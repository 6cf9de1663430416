import type { ChatProvider } from '@aura/api/calls/crowd'
import type { Queryable } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'

const c = columns('battle_chats', 'c')
const chats = columns('battle_chats')

export interface ChatKey {
  battleId: string
  userId: string
  provider: ChatProvider
}

const INSERT_CHAT = sql`
  insert into battle_chats (battle_id, user_id, provider, channel, started_at)
  values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp())) on conflict do nothing`

/** Stores that a channel's chat takes part, unless it does. */
export async function insertChat(
  db: Queryable,
  { battleId, userId, provider, channel, now }: ChatKey & { channel: string; now: Date | null },
): Promise<void> {
  await db.query(INSERT_CHAT, [battleId, userId, provider, channel, now])
}

const DELETE_CHAT = sql`delete from battle_chats where battle_id = $1 and user_id = $2 and provider = $3`

export async function deleteChat(db: Queryable, { battleId, userId, provider }: ChatKey): Promise<void> {
  await db.query(DELETE_CHAT, [battleId, userId, provider])
}

const FIND_CHATS = sql`
  select ${c({ participantId: 'userId' }, 'provider', 'channel', 'isConnected')} from battle_chats c
  where c.battle_id = $1 order by c.started_at, c.user_id, c.provider`

export const findChats = (db: Queryable, battleId: string): Promise<RowOf<typeof FIND_CHATS>[]> =>
  db.query(FIND_CHATS, [battleId])

// A server that has as many as it may goes on with its own and takes no others.
const TAKE_CHATS = sql`
  update battle_chats b
  set lease_holder = $1, lease_until = coalesce($4::timestamptz, clock_timestamp()) + $2 * interval '1 millisecond'
  from (
    select battle_id, user_id, provider from battle_chats
    where provider = $5
      and (lease_holder = $1 or lease_until is null or lease_until <= coalesce($4::timestamptz, clock_timestamp()))
    order by (lease_holder = $1) is true desc, started_at, battle_id, user_id, provider
    limit $3 for update skip locked) free
  where (b.battle_id, b.user_id, b.provider) = (free.battle_id, free.user_id, free.provider)
  returning ${columns('battle_chats', 'b')('battleId', 'userId', 'provider', 'channel', 'isConnected')}`

export type TakenChat = RowOf<typeof TAKE_CHATS>

interface Taker {
  provider: ChatProvider
  holder: string
  lifeMs: number
  max: number
  now: Date | null
}

/**
 * Renews the holder's leases and takes the platform's chats that no server has, up to `max` in all. Returns those it now
 * holds for `lifeMs`.
 */
export const takeChats = (
  db: Queryable,
  { provider, holder, lifeMs, max, now }: Taker,
): Promise<RowOf<typeof TAKE_CHATS>[]> => db.query(TAKE_CHATS, [holder, lifeMs, max, now, provider])

const FIND_ALL = sql`
  select ${c('battleId', 'userId', 'provider', 'channel')} from battle_chats c where c.provider = $1
  order by c.started_at, c.battle_id, c.user_id`

export type StartedChat = RowOf<typeof FIND_ALL>

/** Returns the platform's chats that take part, in all battles. */
export const findStartedChats = (db: Queryable, provider: ChatProvider): Promise<StartedChat[]> =>
  db.query(FIND_ALL, [provider])

const UPDATE_CONNECTED = sql`
  update battle_chats set is_connected = $4
  where battle_id = $1 and user_id = $2 and provider = $3 and lease_holder = $5 and is_connected <> $4
  returning ${chats('battleId')}`

/** Stores whether the holder's connection stands. Returns whether that is new. */
export async function updateConnected(
  db: Queryable,
  { battleId, userId, provider }: ChatKey,
  { isConnected, holder }: { isConnected: boolean; holder: string },
): Promise<boolean> {
  return (await db.query(UPDATE_CONNECTED, [battleId, userId, provider, isConnected, holder])).length === 1
}

const DROP_CHATS = sql`
  update battle_chats set lease_holder = null, lease_until = null, is_connected = false where lease_holder = $1`

/** Gives up all leases of the holder. */
export async function dropChats(db: Queryable, holder: string): Promise<void> {
  await db.query(DROP_CHATS, [holder])
}
