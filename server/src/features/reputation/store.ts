import type { ReputationPart } from '@aura/api/calls/reputation'
import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'

const r = columns('reputation_parts', 'r')
const u = columns('user_profiles', 'u')

const FIND_PARTS = sql`select ${r('learned', 'won')} from reputation_parts r where r.user_id = $1`

export async function findParts(db: Queryable, userId: string): Promise<{ learned: number; won: number }> {
  return (await db.query(FIND_PARTS, [userId]))[0] ?? { learned: 0, won: 0 }
}

const ranking = (part: ReputationPart) => sql`
  select r.${part} as ${out('points', 'bigint')}, ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}
  from reputation_parts r join user_profiles u on u.id = r.user_id join streaks l on l.user_id = u.id
  where r.${part} > 0 and u.deleted_at is null order by r.${part} desc, r.user_id desc limit $1`
const RANKINGS = { learned: ranking('learned'), won: ranking('won') }

/** Returns the ranking, highest first. */
export async function findRanking(
  db: Queryable,
  part: ReputationPart,
  limit: number,
  at: Date,
): Promise<{ person: OtherPerson; points: number }[]> {
  return (await db.query(RANKINGS[part], [limit])).map(({ points, id, username, profileImageUrl, ...streak }) => ({
    points,
    person: { id, username, profileImageUrl, currentStreak: readStreak(streak, at) },
  }))
}
