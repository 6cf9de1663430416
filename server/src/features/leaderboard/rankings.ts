import type { Answer } from '@aura/api/calls'
import type { LeaderboardEntry, LeaderboardType, RankedEntry } from '@aura/api/calls/leaderboard'
import { findLearner, readStreak } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import { ALL_TIME, boardAt } from './board.rules.ts'
import { followRanks, followRanksOf, isFollowed } from './follow-ranks.ts'
import {
  type Around,
  type Asked,
  countRanked,
  findAround,
  findLast,
  findPage,
  hasUncounted,
  type RankedRow,
  type RankKey,
} from './store.ts'

const EACH_SIDE = 5

async function openBoard(ctx: Context, type: LeaderboardType): Promise<{ board: number; now: Date | null }> {
  if (type === 'all-time') return { board: ALL_TIME, now: ctx.clock.sqlNow() }
  const now = await databaseTime(ctx.db, ctx.clock)
  return { board: boardAt(type, now), now }
}

export async function topOf(ctx: Context, type: LeaderboardType, limit: number): Promise<LeaderboardEntry[]> {
  await followRanks(ctx.db)
  const { board, now } = await openBoard(ctx, type)
  const rows = await findPage(ctx.db, { board, after: null, limit }, now)
  return rows.map(({ rank: _rank, key: _key, ...entry }) => entry)
}

/** Returns a page, with every transfer of `asker` counted, who is in the list. */
export async function pageOf(
  ctx: Context,
  { type, after, limit }: { type: LeaderboardType; after: string | undefined; limit: number },
  asker?: string,
): Promise<Answer<'GET /api/leaderboard/page'>> {
  await followRanksOf(ctx, asker)
  const { board, now } = await openBoard(ctx, type)
  const rows = await findPage(ctx.db, { board, after: after === undefined ? null : keyOf(after), limit }, now)
  const last = rows.at(-1)
  return {
    entries: rows.map(entryOf),
    next: last && rows.length === limit ? cursorOf(last.key) : null,
    total: await countRanked(ctx.db, board),
  }
}

/**
 * Returns a function that reads positions, with every transfer of the asker counted. Concurrent calls share a
 * statement. Without points in a period a user ranks behind everyone with points.
 */
export function positionReader(
  ctx: Context,
): (type: LeaderboardType, userId: string) => Promise<Answer<'GET /api/leaderboard/me'>> {
  const find = batchLoader(async (asked: readonly Asked[]) => {
    const around = (onlyCounted: boolean) =>
      findAround(ctx.db, asked, { each: EACH_SIDE, onlyCounted }, ctx.clock.sqlNow())
    if (!isFollowed(ctx)) {
      await followRanks(ctx.db)
      return around(false)
    }
    const found = await around(true)
    const missing = asked.filter((_, index) => !found[index]).map(({ userId }) => userId)
    if (missing.length === 0 || !(await hasUncounted(ctx.db, missing))) return found
    await followRanks(ctx.db)
    return around(false)
  })
  return async (type, userId) => {
    const { board, now } = await openBoard(ctx, type)
    const found = await find({ board, userId })
    return found ? placeAmong(found, userId) : behindAll(ctx, { board, userId, now })
  }
}

function placeAmong({ total, rows }: Around, userId: string) {
  const mine = rows.findIndex(({ id }) => id === userId)
  const { rank, auraPoints, currentStreak } = rows[mine] as RankedRow
  const [above, below] = [rows.slice(0, mine).map(entryOf), rows.slice(mine + 1).map(entryOf)]
  return { rank, auraPoints, currentStreak, total, above, below }
}

async function behindAll(ctx: Context, { board, userId, now }: Asked & { now: Date | null }) {
  const at = now ?? (await databaseTime(ctx.db, ctx.clock))
  const ranked = await countRanked(ctx.db, board)
  return {
    rank: ranked + 1,
    auraPoints: 0,
    currentStreak: readStreak(await findLearner(ctx.db, userId), at),
    total: ranked,
    above: (await findLast(ctx.db, { board, limit: EACH_SIDE }, now)).map(entryOf),
    below: [],
  }
}

const entryOf = ({ key: _key, ...entry }: RankedRow): RankedEntry => entry

const cursorOf = ({ points, tie, userId }: RankKey): string => `${points}.${tie}.${userId}`

function keyOf(cursor: string): RankKey {
  const [points = '', tie = '', userId = ''] = cursor.split('.')
  return { points: Number(points), tie: Number(tie), userId }
}
