import { balanceExpression } from '#features/ledger'
import { readStreak, streakColumns } from '#features/lessons'
import type { Queryable } from '#platform/db/db'

export interface FoundRow {
  id: string
  username: string
  firstName: string | null
  profileImageUrl: string | null
  walletAddress: string | null
  apAvailable: number
  apHeld: number
  currentStreak: number
}

const COLUMNS = `u.id, u.username, u.first_name as "firstName", u.profile_image_url as "profileImageUrl",
  w.address as "walletAddress", ${balanceExpression('ap_available', 'u.id')} as "apAvailable",
  ${balanceExpression('ap_held', 'u.id')} as "apHeld", ${streakColumns('l')}`

const JOINS = 'join streaks l on l.user_id = u.id left join user_wallets w on w.user_id = u.id'

/** Matches scanned for a very common substring. */
const MAX_LOOKED_AT = 500

/** Sorts after every name with a given prefix: no name contains it. */
const AFTER_ALL = '~'

type Row = Omit<FoundRow, 'currentStreak'> & Parameters<typeof readStreak>[0]

const present = (rows: Row[], at: Date): FoundRow[] =>
  rows.map((row) => ({ ...row, currentStreak: readStreak(row, at) }))

/**
 * Names that start with the text, shortest first; then those that contain it; then, from three letters on, similar
 * ones, closest first. Each step runs only if the limit leaves room.
 */
export async function findByName(db: Queryable, text: string, limit: number, at: Date): Promise<FoundRow[]> {
  const ids = await namesThatBegin(db, text, limit)
  if (ids.length < limit && text.length >= 3) {
    ids.push(...(await namesThatContain(db, text, limit - ids.length)))
    if (ids.length < limit) ids.push(...(await namesLike(db, text, limit - ids.length)))
  }
  if (ids.length === 0) return []
  const rows = await db.query<Row>(
    `select ${COLUMNS} from unnest($1::uuid[]) with ordinality as found (id, position)
     join user_profiles u on u.id = found.id ${JOINS} order by found.position`,
    [ids],
  )
  return present(rows, at)
}

async function namesThatBegin(db: Queryable, text: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from (select id, username from user_profiles where username ~>=~ $1 and username ~<~ $2 and deleted_at is null
                     order by username using ~<~ limit ${MAX_LOOKED_AT}) found
     order by length(username), username limit $3`,
    [text, text + AFTER_ALL, limit],
  )
  return rows.map(({ id }) => id)
}

async function namesThatContain(db: Queryable, text: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from (select id, username from user_profiles where username like $1 and not starts_with(username, $2)
                       and deleted_at is null
                     limit ${MAX_LOOKED_AT}) found
     order by length(username), username limit $3`,
    [`%${text.replace(/[\\%_]/g, '\\$&')}%`, text, limit],
  )
  return rows.map(({ id }) => id)
}

async function namesLike(db: Queryable, text: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from user_profiles where username % $1 and strpos(username, $1) = 0 and deleted_at is null
     order by similarity(username, $1) desc, length(username), username limit $2`,
    [text, limit],
  )
  return rows.map(({ id }) => id)
}

export async function findByWallet(db: Queryable, text: string, limit: number, at: Date): Promise<FoundRow[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from user_profiles u ${JOINS}
     where w.address ~>=~ $1 and w.address ~<~ $2 order by w.address using ~<~ limit $3`,
    [text, text + AFTER_ALL, limit],
  )
  return present(rows, at)
}
