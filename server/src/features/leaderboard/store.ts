import { balanceExpression } from '#features/ledger/public'
import { readStreak, streakColumns } from '#features/lessons/public'
import type { Queryable } from '#platform/db/db'

export interface RankedUser {
  id: string
  username: string
  profileImageUrl: string | null
  auraPoints: number
  currentStreak: number
  totalBattlesWon: number
}

/** The people with the most Aura Points; of equals, who joined first. */
export async function findTop(db: Queryable, count: number, at: Date): Promise<RankedUser[]> {
  const rows = await db.query<RankedUser & Parameters<typeof readStreak>[0]>(
    `select u.id, u.username, u.profile_image_url as "profileImageUrl",
            a.balance + ${balanceExpression('ap_held', 'u.id')} as "auraPoints", ${streakColumns('l')},
            (select count(*) from battles b where b.winner_id = u.id) as "totalBattlesWon"
     from ledger_accounts a join users u on u.id = a.owner_id join learners l on l.user_id = u.id
     where a.kind = 'ap_available' order by "auraPoints" desc, u.created_at, u.id limit $1`,
    [count],
  )
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    profileImageUrl: row.profileImageUrl,
    auraPoints: row.auraPoints,
    currentStreak: readStreak(row, at),
    totalBattlesWon: row.totalBattlesWon,
  }))
}

export async function sumUp(db: Queryable): Promise<{ totalUsers: number; totalAura: number; activeBattles: number }> {
  const [row] = await db.query<{ totalUsers: number; totalAura: number; activeBattles: number }>(
    `select (select count(*) from users) as "totalUsers",
            (select coalesce(sum(balance), 0)::bigint from ledger_accounts where kind in ('ap_available', 'ap_held'))
              as "totalAura",
            (select count(*) from battles where status = 'active') as "activeBattles"`,
  )
  return row ?? { totalUsers: 0, totalAura: 0, activeBattles: 0 }
}
