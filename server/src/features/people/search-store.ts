import { balanceExpression } from '#features/ledger'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'

const userProfiles = columns('user_profiles')

const u = columns('user_profiles', 'u')
const w = columns('user_wallets', 'w?')
const COLUMNS = fragment`${u('id', 'username', 'firstName', 'profileImageUrl')}, ${w({ walletAddress: 'address' })},
  ${balanceExpression('ap_available', 'u.id')} as ${out('apAvailable', 'bigint')},
  ${balanceExpression('ap_held', 'u.id')} as ${out('apHeld', 'bigint')}, ${streakColumns('l')}`

const JOINS = 'join streaks l on l.user_id = u.id left join user_wallets w on w.user_id = u.id'

/** Maximum matches to scan, for very common substrings. */
const MAX_LOOKED_AT = 500

/** A text that sorts after every name with a given prefix, because no name contains it. */
const AFTER_ALL = '~'

type Row = RowOf<typeof COLUMNS>
export type FoundRow = Row & { currentStreak: number }

const present = (rows: Row[], at: Date): FoundRow[] =>
  rows.map((row) => ({ ...row, currentStreak: readStreak(row, at) }))

const FIND_FOUND = sql`
  select ${COLUMNS} from unnest($1::uuid[]) with ordinality as found (id, position)
  join user_profiles u on u.id = found.id ${JOINS} order by found.position`

/** Returns names that start with the text, then contain it, then resemble it (from three letters), up to the limit. */
export async function findByName(db: Queryable, text: string, limit: number, at: Date): Promise<FoundRow[]> {
  const ids = await namesThatBegin(db, text, limit)
  if (ids.length < limit && text.length >= 3) {
    ids.push(...(await namesThatContain(db, text, limit - ids.length)))
    if (ids.length < limit) ids.push(...(await namesLike(db, text, limit - ids.length)))
  }
  if (ids.length === 0) return []
  return present(await db.query(FIND_FOUND, [ids]), at)
}

const NAMES_THAT_BEGIN = sql`
  select ${userProfiles('id')}
  from (select id, username from user_profiles where username ~>=~ $1 and username ~<~ $2 and deleted_at is null
                  order by username using ~<~ limit ${MAX_LOOKED_AT}) found
  order by length(username), username limit $3`

async function namesThatBegin(db: Queryable, text: string, limit: number): Promise<string[]> {
  const rows = await db.query(NAMES_THAT_BEGIN, [text, text + AFTER_ALL, limit])
  return rows.map(({ id }) => id)
}

const NAMES_THAT_CONTAIN = sql`
  select ${userProfiles('id')}
  from (select id, username from user_profiles where username like $1 and not starts_with(username, $2)
                    and deleted_at is null
                  limit ${MAX_LOOKED_AT}) found
  order by length(username), username limit $3`

async function namesThatContain(db: Queryable, text: string, limit: number): Promise<string[]> {
  const rows = await db.query(NAMES_THAT_CONTAIN, [`%${text.replace(/[\\%_]/g, '\\$&')}%`, text, limit])
  return rows.map(({ id }) => id)
}

const NAMES_LIKE = sql`
  select ${userProfiles('id')} from user_profiles
  where username % $1 and strpos(username, $1) = 0 and deleted_at is null
  order by similarity(username, $1) desc, length(username), username limit $2`

async function namesLike(db: Queryable, text: string, limit: number): Promise<string[]> {
  const rows = await db.query(NAMES_LIKE, [text, limit])
  return rows.map(({ id }) => id)
}

const FIND_BY_WALLET = sql`
  select ${COLUMNS} from user_profiles u ${JOINS}
  where w.address ~>=~ $1 and w.address ~<~ $2 order by w.address using ~<~ limit $3`

export async function findByWallet(db: Queryable, text: string, limit: number, at: Date): Promise<FoundRow[]> {
  return present(await db.query(FIND_BY_WALLET, [text, text + AFTER_ALL, limit]), at)
}
