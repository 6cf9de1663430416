import type { Answer } from '@aura/api/calls'
import { findBlockedAmong } from '#features/follows'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { levelIn, weekEndsAt, weekOf, zonesOf } from './league.rules.ts'
import { findEntry, findResult, findRows, isMember } from './store.ts'

type League = Answer<'GET /api/leagues/me'>

/** Returns the user's league, without names of those the viewer blocked; who is blocked learns nothing. */
export async function readLeague(ctx: Context, userId: string): Promise<League> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const week = weekOf(at)
  const [isIn, entry, before, last] = await Promise.all([
    isMember(ctx.db, userId),
    findEntry(ctx.db, userId, week),
    findEntry(ctx.db, userId, week - 1),
    findResult(ctx.db, userId),
  ])
  // Until it is closed, the week before has no result, which doesn't make it a week away.
  const isOpenStill = before !== undefined && last?.week !== week - 1
  return {
    isMember: isIn,
    level: entry?.level ?? (isOpenStill ? (before.level ?? levelIn(week - 1, last)) : levelIn(week, last)),
    endsAt: weekEndsAt(week).toISOString(),
    serverTime: at.toISOString(),
    hasLearned: entry !== undefined,
    league:
      entry?.level != null && entry.league !== null
        ? await leagueOf(ctx, { week, level: entry.level, league: entry.league }, { viewerId: userId, at })
        : null,
    lastWeek:
      last?.week === week - 1 ? { level: last.level, place: last.place, people: last.people, moved: last.moved } : null,
  }
}

async function leagueOf(
  ctx: Context,
  asked: { week: number; level: number; league: number },
  { viewerId, at }: { viewerId: string; at: Date },
): Promise<League['league']> {
  const rows = await findRows(ctx.db, asked, at)
  const ids = rows.map(({ person }) => person.id)
  const blocked = await findBlockedAmong(ctx.db, viewerId, ids)
  return {
    rows: rows.map(({ points, person }, index) => ({
      place: index + 1,
      person: blocked.has(person.id) ? null : person,
      points,
      isMe: person.id === viewerId,
    })),
    ...zonesOf(rows.length, asked.level),
  }
}
