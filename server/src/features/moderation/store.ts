import type { Queryable } from '#platform/db/db'

export interface PersonRow {
  id: string
  username: string
  firstName: string | null
  profileImageUrl: string | null
  walletAddress: string | null
  twitterUsername: string | null
  isAdmin: boolean
  createdAt: Date
  suspensionReason: string | null
  suspendedAt: Date | null
  freezeReason: string | null
  frozenAt: Date | null
}

const PERSON = `select u.id, u.username, u.first_name as "firstName", u.profile_image_url as "profileImageUrl",
    w.address as "walletAddress", x.handle as "twitterUsername", u.is_admin as "isAdmin", u.created_at as "createdAt",
    s.reason as "suspensionReason", s.suspended_at as "suspendedAt", f.reason as "freezeReason", f.frozen_at as "frozenAt"
  from user_profiles u left join user_wallets w on w.user_id = u.id left join x_handles x on x.user_id = u.id
    left join suspensions s on s.user_id = u.id and s.lifted_at is null
    left join redemption_freezes f on f.user_id = u.id and f.lifted_at is null`

export interface PeoplePage {
  q: string
  view: 'all' | 'suspended'
  after: string | null
  limit: number
}

/** Newest first, by part of the username or handle, wallet prefix, or id. */
export async function listPeople(db: Queryable, { q, view, after, limit }: PeoplePage): Promise<PersonRow[]> {
  return db.query<PersonRow>(
    `${PERSON}
     where ($1 = '' or strpos(u.username, $1) > 0 or starts_with(w.address, $1)
            or strpos(lower(x.handle), $1) > 0 or u.id::text = $1)
       and u.deleted_at is null
       and ($2 = 'all' or s.id is not null)
       and ($3::uuid is null or (u.created_at, u.id) < (select created_at, id from user_profiles where id = $3))
     order by u.created_at desc, u.id desc limit $4`,
    [q.trim().replace(/^@/, '').toLowerCase(), view, after, limit],
  )
}

export async function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return (await db.query<PersonRow>(`${PERSON} where u.id = $1 and u.deleted_at is null`, [id]))[0]
}
