import type { LinkStatus } from '@aura/api/battle-statuses'
import type { Queryable, Tx } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, fragment, type RowOf, sql } from '#platform/db/sql'

const l = columns('challenge_links', 'l')
const LINK_COLUMNS = fragment`
  ${l('id', 'challengerId', 'title', 'description', 'status', 'stake', 'hold', 'lengthMinutes', 'softClose', 'bestOf')},
  ${l('createdAt', 'expiresAt')}`

export type LinkRow = RowOf<typeof LINK_COLUMNS>

const FIND_LINK = sql`select ${LINK_COLUMNS} from challenge_links l where l.id = $1`

export async function findLink(db: Queryable, id: string): Promise<LinkRow | undefined> {
  return (await db.query(FIND_LINK, [id]))[0]
}

const LOCK_LINK = sql`select ${LINK_COLUMNS} from challenge_links l where l.id = $1 for no key update`

export async function lockLink(tx: Tx, id: string): Promise<LinkRow | undefined> {
  return (await tx.query(LOCK_LINK, [id]))[0]
}

const FIND_OPEN_LINKS = sql`
  select ${LINK_COLUMNS} from challenge_links l
  where l.challenger_id = $1 and l.status = 'pending' order by l.created_at desc, l.id`

/** Returns open links, newest first. */
export const findOpenLinks = (db: Queryable, userId: string): Promise<LinkRow[]> => db.query(FIND_OPEN_LINKS, [userId])

const LOCK_OPEN_LINKS = sql`
  select ${LINK_COLUMNS} from challenge_links l
  where l.challenger_id = $1 and l.status = 'pending' order by l.id for no key update`

export const lockOpenLinks = (tx: Tx, userId: string): Promise<LinkRow[]> => tx.query(LOCK_OPEN_LINKS, [userId])

const FIND_LINK_BY_REQUEST = sql`
  select ${LINK_COLUMNS} from challenge_links l where l.challenger_id = $1 and l.request_key = $2`

export async function findLinkByRequest(
  db: Queryable,
  userId: string,
  requestKey: string,
): Promise<LinkRow | undefined> {
  return (await db.query(FIND_LINK_BY_REQUEST, [userId, requestKey]))[0]
}

const INSERT_LINK = sql`
  insert into challenge_links (id, challenger_id, title, description, status, stake, hold, length_minutes, soft_close,
                               created_at, expires_at, request_key, best_of)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

export async function insertLink(tx: Tx, link: LinkRow, requestKey: string | undefined): Promise<void> {
  await tx.query(INSERT_LINK, [
    link.id,
    link.challengerId,
    link.title,
    link.description,
    link.status,
    link.stake,
    link.hold,
    link.lengthMinutes,
    link.softClose,
    link.createdAt,
    link.expiresAt,
    requestKey ?? null,
    link.bestOf,
  ])
}

const END_LINKS = sql`
  update challenge_links set status = $2, battle_id = case when $2 = 'accepted' then id end
  where id = any($1::uuid[]) and status = 'pending'`

/** Ends open links locked by the caller. An accepted link has its battle already. */
export async function endLinks(tx: Tx, ids: readonly string[], status: Exclude<LinkStatus, 'pending'>): Promise<void> {
  await tx.query(END_LINKS, [ids, status])
}

const LOCK_DUE_LINKS = sql`
  select ${LINK_COLUMNS} from challenge_links l
  where l.status = 'pending' and l.expires_at <= coalesce($1::timestamptz, clock_timestamp())
  order by l.expires_at, l.id limit $2 for no key update skip locked`

/** Locks due links, oldest first. Skips locked ones. */
export const lockDueLinks = (tx: Tx, { now, limit }: { now: Date | null; limit: number }): Promise<LinkRow[]> =>
  tx.query(LOCK_DUE_LINKS, [now, limit])

export const msUntilLinkDue = msUntil('min(expires_at)', "challenge_links where status = 'pending'")
