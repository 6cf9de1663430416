import type { Queryable } from '#platform/db/db'
import { columns, fragment, type RowOf, sql } from '#platform/db/sql'

const u = columns('user_profiles', 'u')
const w = columns('user_wallets', 'w?')
const x = columns('x_handles', 'x?')
const s = columns('suspensions', 's?')
const f = columns('suspensions', 'f?')
const h = columns('suspensions', 'h?')
const PERSON = fragment`
  select ${u('id', 'username', 'firstName', 'profileImageUrl')}, ${w({ walletAddress: 'address' })},
         ${x({ twitterUsername: 'handle' })}, ${u('isAdmin', 'createdAt')},
         ${s({ suspensionReason: 'reason' }, 'suspendedAt')}, ${f({ freezeReason: 'reason', frozenAt: 'suspendedAt' })},
         ${h({ hiddenReason: 'reason', hiddenAt: 'suspendedAt' })}
  from user_profiles u left join user_wallets w on w.user_id = u.id left join x_handles x on x.user_id = u.id
    left join suspensions s on s.user_id = u.id and s.scope = 'account' and s.lifted_at is null
    left join suspensions f on f.user_id = u.id and f.scope = 'redeeming' and f.lifted_at is null
    left join suspensions h on h.user_id = u.id and h.scope = 'streams' and h.lifted_at is null`

export type PersonRow = RowOf<typeof PERSON>

export interface PeoplePage {
  q: string
  view: 'all' | 'suspended'
  after: string | null
  limit: number
}

const LIST_PEOPLE = sql`${PERSON}
  where ($1 = '' or strpos(u.username, $1) > 0 or starts_with(w.address, $1)
         or strpos(lower(x.handle), $1) > 0 or u.id::text = $1)
    and u.deleted_at is null
    and ($2 = 'all' or s.id is not null)
    and ($3::uuid is null or (u.created_at, u.id) < (select created_at, id from user_profiles where id = $3))
  order by u.created_at desc, u.id desc limit $4`

/** Lists people, newest first, by part of the username or handle, wallet prefix, or id. */
export async function listPeople(db: Queryable, { q, view, after, limit }: PeoplePage): Promise<PersonRow[]> {
  return db.query(LIST_PEOPLE, [q.trim().replace(/^@/, '').toLowerCase(), view, after, limit])
}

const FIND_PERSON = sql`${PERSON} where u.id = $1 and u.deleted_at is null`

export async function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return (await db.query(FIND_PERSON, [id]))[0]
}
