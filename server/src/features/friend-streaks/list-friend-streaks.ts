import type { FriendStreaks } from '@aura/api/calls/friend-streaks'
import type { OtherPerson } from '@aura/api/shapes'
import { activeDays, readStreak } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { daysTogether } from './friend-streak.rules.ts'
import { findFriendStreaks } from './store.ts'

type Row = Awaited<ReturnType<typeof findFriendStreaks>>[number]

const personOf = (row: Row, at: Date): OtherPerson => ({
  id: row.id,
  username: row.username,
  profileImageUrl: row.profileImageUrl,
  currentStreak: readStreak(row, at),
})

async function keptOf(db: Queryable, userId: string, rows: readonly Row[], at: Date) {
  const started = rows.flatMap((row) => (row.startDay === null ? [] : { row, startDay: row.startDay }))
  const since = started.map(({ startDay }) => startDay).sort()[0]
  if (since === undefined) return []
  const active = await activeDays(db, { userIds: [userId, ...started.map(({ row }) => row.id)], since, at })
  return started.flatMap(({ row, startDay }) => {
    const [mine, theirs] = [active.get(userId), active.get(row.id)]
    if (!mine || !theirs) return []
    return {
      person: personOf(row, at),
      days: daysTogether(startDay, mine, theirs),
      isMyDayLit: mine.learned.has(mine.today),
      isTheirDayLit: theirs.learned.has(theirs.today),
    }
  })
}

export async function listFriendStreaks(ctx: Context, userId: string): Promise<FriendStreaks> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const rows = await findFriendStreaks(ctx.db, userId)
  const asked = rows.filter(({ startDay }) => startDay === null)
  return {
    kept: await keptOf(ctx.db, userId, rows, at),
    asked: asked.map((row) => ({ person: personOf(row, at), isByMe: row.askedBy === userId })),
  }
}

export async function publicFriendStreaks(db: Queryable, userId: string, at: Date) {
  const rows = (await findFriendStreaks(db, userId)).filter(({ isHidden }) => !isHidden)
  return (await keptOf(db, userId, rows, at)).map(({ person, days }) => ({ person, days }))
}
