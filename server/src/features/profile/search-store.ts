import { balanceExpression } from '#features/ledger/public'
import { readStreak, streakColumns } from '#features/lessons/public'
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

/** Who is meant by a part of a username, names that begin with it first, or by the beginning of a wallet address. */
export async function findByText(
  db: Queryable,
  wanted: { username?: string; wallet?: string; limit: number },
  at: Date,
): Promise<FoundRow[]> {
  const rows = await db.query<FoundRow & Parameters<typeof readStreak>[0]>(
    `select u.id, u.username, u.first_name as "firstName", u.profile_image_url as "profileImageUrl",
            w.address as "walletAddress", ${balanceExpression('ap_available', 'u.id')} as "apAvailable",
            ${balanceExpression('ap_held', 'u.id')} as "apHeld", ${streakColumns('l')}
     from users u join learners l on l.user_id = u.id left join wallets w on w.user_id = u.id
     where ($1::text is null or strpos(u.username, $1) > 0) and ($2::text is null or starts_with(w.address, $2))
     order by $1::text is not null and not starts_with(u.username, $1), length(u.username), u.username limit $3`,
    [wanted.username ?? null, wanted.wallet ?? null, wanted.limit],
  )
  return rows.map((row) => ({ ...row, currentStreak: readStreak(row, at) }))
}
