import type { Answer } from '@aura/api/calls'
import type { Recap, RecapFigure } from '@aura/api/calls/recap'
import type { Day } from '@aura/api/day'
import { RECAP_RULES } from '@aura/api/rules/recap'
import {
  activeDays,
  type DayHistory,
  daysAfter,
  findDayHistories,
  mondayOf,
  ownDayAt,
  ownWeek,
  streaksAsOf,
  weekdayOf,
} from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { bestMoment } from './recap.rules.ts'
import type { Moment, PersonWeek } from './source.ts'
import { findJoinedAt, findName } from './store.ts'

const SOMEBODY = 'another creator'

/** Returns the week in which a user joined, which is their first with a recap. */
export const firstWeek = (history: DayHistory, joinedAt: Date): Day => mondayOf(ownDayAt(history, joinedAt))

/** Returns a user's past weeks, from the one in which they joined. */
async function weeksOf(ctx: Context, userId: string) {
  const at = await databaseTime(ctx.db, ctx.clock)
  const history = (await findDayHistories(ctx.db, [userId])).get(userId)
  const joinedAt = (await findJoinedAt(ctx.db, [userId])).get(userId)
  if (!history || !joinedAt) throw new Error(`user ${userId} has no days`)
  const today = ownDayAt(history, at)
  const current = mondayOf(today)
  const first = firstWeek(history, joinedAt)
  return {
    at,
    history,
    first,
    latest: daysAfter(current, -7),
    nextOn: daysAfter(current, 7),
    isNew: weekdayOf(today) < RECAP_RULES.days,
  }
}

type Weeks = Awaited<ReturnType<typeof weeksOf>>

/** Returns the latest whole week, computed on each request: a past week changes only by corrections. */
export async function latestRecap(
  ctx: Context,
  features: readonly Feature[],
  userId: string,
): Promise<Answer<'GET /api/recap'>> {
  const weeks = await weeksOf(ctx, userId)
  const { latest, first, nextOn, isNew } = weeks
  const recap = latest < first ? null : await present(ctx, features, { userId, monday: latest, weeks })
  return { recap, nextOn, isNew }
}

/** Returns a week's recap. Throws RECAP_NOT_FOUND unless it is a Monday of a past week since one joined. */
export async function recapOf(
  ctx: Context,
  features: readonly Feature[],
  { userId, monday }: { userId: string; monday: Day },
): Promise<Recap> {
  const weeks = await weeksOf(ctx, userId)
  if (mondayOf(monday) !== monday || monday < weeks.first || monday > weeks.latest)
    throw new AppError('RECAP_NOT_FOUND')
  return present(ctx, features, { userId, monday, weeks })
}

async function present(
  ctx: Context,
  features: readonly Feature[],
  { userId, monday, weeks: { at, history, first, latest } }: { userId: string; monday: Day; weeks: Weeks },
): Promise<Recap> {
  const week: PersonWeek = { userId, ...ownWeek(history, monday) }
  const { figures, best } = await happened(ctx, features, week)
  const active = (await activeDays(ctx.db, { userIds: [userId], since: monday, at })).get(userId)
  const [streak = 0] = await streaksAsOf(ctx.db, [{ userId, at: new Date(week.endsAt.getTime() - 1) }])
  const days = Array.from({ length: 7 }, (_, index) => {
    const day = daysAfter(monday, index)
    const state = active?.learned.has(day) ? 'lit' : active?.held.has(day) ? 'held' : 'dark'
    return { day, state } as const
  })
  return {
    week: monday,
    until: daysAfter(monday, 6),
    previous: monday > first ? daysAfter(monday, -7) : null,
    next: monday < latest ? daysAfter(monday, 7) : null,
    days,
    streak,
    figures,
    best,
  }
}

async function happened(
  ctx: Context,
  features: readonly Feature[],
  week: PersonWeek,
): Promise<{ figures: RecapFigure[]; best: Recap['best'] }> {
  const [figures, moments]: [RecapFigure[], Moment[]] = [[], []]
  for (const { recap } of features) {
    if (!recap) continue
    figures.push(...(await recap.figures(ctx.db, [week])).flatMap((person) => person.figures))
    const details = await recap.details(ctx, week)
    figures.push(...details.figures)
    moments.push(...details.moments)
  }
  const best = bestMoment(moments)
  if (!best) return { figures, best: null }
  const { otherId, path, say } = best
  const name = otherId === null ? undefined : await findName(ctx.db, { userId: week.userId, otherId })
  return { figures, best: { ...say(name ?? SOMEBODY), path } }
}
