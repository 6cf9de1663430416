import type { Day } from '@aura/api/day'
import { WIN_BACK } from '@aura/api/rules/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { findClaims, findStreakFigures, insertCompletion, type StreakFigures } from './completion-store.ts'
import { dayFromNumber, dayNumber } from './day.rules.ts'
import { type Learner, updateStreak } from './learner-store.ts'
import { countDay, daysLostToChange } from './streak.rules.ts'
import { findTimeZoneChanges } from './time-zone-store.ts'
import { type BrokenStreak, brokenStreak } from './win-back.rules.ts'

/** Days read before those in which a streak may have broken: rest and skipped days can lie between. */
const MARGIN_DAYS = 21

interface OwnDay {
  userId: string
  learner: Learner
  today: Day
}

/** Returns the streak that a person can win back today; null if there is none. */
export async function findBrokenStreak(
  db: Queryable,
  { userId, learner, today, figures }: OwnDay & { figures?: StreakFigures },
): Promise<BrokenStreak | null> {
  const { longestStreak, wonBackOn } = figures ?? (await findStreakFigures(db, userId))
  if (longestStreak < WIN_BACK.minDays) return null
  const from = dayFromNumber(dayNumber(today) - WIN_BACK.withinDays - MARGIN_DAYS)
  const claims = await findClaims(db, userId, { from, to: today })
  const changes = await findTimeZoneChanges(db, userId)
  return brokenStreak({
    claimed: [...new Map(claims.map((claim) => [claim.day, claim])).values()],
    today,
    timeZone: learner.timeZone,
    excusedDays: changes.flatMap(({ dayBefore, dayAfter }) => daysLostToChange(dayBefore, dayAfter)),
    wonBackOn,
  })
}

/** Continues a broken streak with today, under the learner's lock. Returns the streak. */
export async function recordWonBack(
  tx: Tx,
  { userId, learner, at, today, broken, reviewId }: OwnDay & { at: Date; broken: BrokenStreak; reviewId: string },
): Promise<number> {
  const counted = { ...countDay(learner, today, true), days: broken.daysAfter }
  await insertCompletion(tx, {
    userId,
    lessonId: reviewId,
    day: today,
    at,
    isReview: true,
    auraEarned: 0,
    streakAfter: counted.days,
    restDaysAfter: counted.restDays,
    restedDays: counted.restedDays,
    difficulty: null,
    brokeOn: broken.brokeOn,
  })
  await updateStreak(tx, userId, today, counted)
  return counted.days
}
