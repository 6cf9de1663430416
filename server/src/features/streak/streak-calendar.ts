import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import type { StreakCalendar } from '@aura/api/calls/streak'
import { REST_DAYS } from '@aura/api/rules/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { findClaims, findStreakFigures } from './completion-store.ts'
import { dayFromNumber, dayNumber, dayOf } from './day.rules.ts'
import { findLearner } from './learner-store.ts'
import { absenceOf, liveStreak, restOf } from './streak.rules.ts'
import { calendarDays, monthOf, skippedDays, timeZoneAt, weeksOf } from './streak-calendar.rules.ts'
import { findTimeZoneChanges } from './time-zone-store.ts'
import { findBrokenStreak } from './win-back.ts'

/** Days read around a month: claims that tell what a day was may lie this far away behind skipped days. */
const MARGIN_DAYS = 14

export interface CompletedTitle {
  /** Title of the lesson; null if it is no longer offered. */
  title: string | null
  difficulty: Difficulty | null
}

export async function streakCalendar(
  ctx: Context,
  titleOf: (id: string) => CompletedTitle,
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
    skipped: skippedDays(changes, { timeZone: learner.timeZone, from, to }),
    wonBack: claims.flatMap(({ brokeOn, day }) => (brokeOn === null ? [] : { from: brokeOn, to: day })),
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
    winBack: await findBrokenStreak(ctx.db, { userId, learner, today, figures }),
    rest: { kept, progress, mostKept: REST_DAYS.kept, earnedBy: REST_DAYS.earnedBy },
    lessonsFinished: figures.lessonsFinished,
    auraInMonth: claims.reduce((sum, { day, auraEarned }) => sum + (monthOf(day) === shown ? auraEarned : 0), 0),
    days: days.map((day) => ({
      ...day,
      lessons: claims
        .filter((claim) => claim.day === day.day)
        .map(({ lessonId, at, isReview, auraEarned, brokeOn }) => ({
          id: lessonId,
          ...titleOf(lessonId),
          review: isReview,
          wonBack: brokeOn !== null,
          auraEarned,
          at: at.toISOString(),
          timeZone: timeZoneAt(at, changes, learner.timeZone),
        })),
    })),
  }
}
