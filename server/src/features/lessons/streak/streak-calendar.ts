import type { StreakCalendar } from '@aura/api/calls/lessons/streak'
import { REST_DAYS } from '@aura/api/rules/lessons'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import { dayFromNumber, dayNumber, dayOf } from '../day.rules.ts'
import { REVIEW_ID } from '../review/review.rules.ts'
import { findClaims, findLearner, findStreakFigures, findTimeZoneChanges } from '../store.ts'
import { absenceOf, liveStreak, restOf } from './streak.rules.ts'
import { calendarDays, monthOf, skippedDays, timeZoneAt, weeksOf } from './streak-calendar.rules.ts'

/** The claims around a missed or rested day identify it, and may lie this far away behind skipped days. */
const MARGIN_DAYS = 14

export async function streakCalendar(
  ctx: Context,
  catalogue: Catalogue,
  { userId, month }: { userId: string; month: string | undefined },
): Promise<StreakCalendar> {
  const learner = await findLearner(ctx.db, userId)
  const today = dayOf(await databaseTime(ctx.db, ctx.clock), learner)
  const shown = month ?? monthOf(today)
  const { from, to } = weeksOf(shown)
  const claims = await findClaims(ctx.db, userId, {
    from: dayFromNumber(dayNumber(from) - MARGIN_DAYS),
    to: dayFromNumber(dayNumber(to) + MARGIN_DAYS),
  })
  const changes = await findTimeZoneChanges(ctx.db, userId)
  const figures = await findStreakFigures(ctx.db, userId)
  const currentStreak = liveStreak(learner, today)
  const { rested, missedOn } = absenceOf(learner, today)
  const { kept, progress } = restOf(learner, today)
  const days = calendarDays({
    from,
    to,
    today,
    claimed: new Map(claims.map(({ day, streakAfter }) => [day, streakAfter])),
    skipped: skippedDays(changes),
    rested: new Set([...claims.flatMap(({ restedDays }) => restedDays), ...rested]),
    runStart: currentStreak > 0 ? figures.runStart : null,
  })
  return {
    today,
    month: shown,
    firstDay: figures.firstDay,
    currentStreak,
    longestStreak: figures.longestStreak,
    ended: missedOn === null ? null : { days: learner.days, on: missedOn },
    rest: { kept, progress, mostKept: REST_DAYS.kept, earnedBy: REST_DAYS.earnedBy },
    lessonsFinished: figures.lessonsFinished,
    auraInMonth: claims.reduce((sum, { day, auraEarned }) => sum + (monthOf(day) === shown ? auraEarned : 0), 0),
    days: days.map((day) => ({
      ...day,
      lessons: claims
        .filter((claim) => claim.day === day.day)
        .map(({ lessonId, at, isReview, auraEarned }) => ({
          id: lessonId,
          title: lessonId === REVIEW_ID ? 'Daily review' : (catalogue.get(lessonId)?.title ?? null),
          difficulty: catalogue.get(lessonId)?.difficulty ?? null,
          review: isReview,
          auraEarned,
          at: at.toISOString(),
          timeZone: timeZoneAt(at, changes, learner.timeZone),
        })),
    })),
  }
}
