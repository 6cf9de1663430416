import { houseAccount, postTransfers, type Transfer, userAccount } from '#features/ledger'
import { type Completion, dayOf, findCompletions, type Learner, lockLearner, streakAfterClaim } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Catalogue, CatalogueLesson } from '../catalogue.ts'
import { findQuiz } from '../check/quiz-store.ts'
import { findDoneLabs } from '../lab/store.ts'
import { idsOfDay } from '../lessons.ts'
import { decideClaim } from './claim.rules.ts'
import { recordClaims } from './record-claims.ts'

interface Claimed {
  auraEarned: number
  newStreak: number
  /** Whether an earlier claim of the day paid, and this one paid nothing. */
  alreadyPaid: boolean
}

/**
 * Counts the day for the streak and pays Aura Points once per user and lesson. Idempotent within a day. Throws
 * LESSON_NOT_FOUND, LESSON_NOT_AVAILABLE, QUIZ_NOT_PASSED or LAB_NOT_DONE.
 */
export async function claimLesson(
  ctx: Context,
  catalogue: Catalogue,
  { userId, lessonId }: { userId: string; lessonId: string },
): Promise<Claimed> {
  const lesson = catalogue.get(lessonId)
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  const claimed = await ctx.db.tx(async (tx) => {
    const learner = await lockLearner(tx, userId)
    const at = await databaseTime(tx, ctx.clock)
    const completions = await findCompletions(tx, userId)
    return claimLocked(ctx, tx, catalogue, { userId, lesson, learner, at, completions })
  })
  ctx.live.changed(`user:${userId}`)
  return claimed
}

interface LockedClaim {
  userId: string
  lesson: CatalogueLesson
  /** The learner, locked by the caller. */
  learner: Learner
  at: Date
  completions: readonly Completion[]
}

/** Claims in the caller's tx, who publishes `user:`. Throws LESSON_NOT_AVAILABLE, QUIZ_NOT_PASSED or LAB_NOT_DONE. */
export async function claimLocked(
  ctx: Context,
  tx: Tx,
  catalogue: Catalogue,
  { userId, lesson, learner, at, completions }: LockedClaim,
): Promise<Claimed> {
  const lessonId = lesson.id
  const today = dayOf(at, learner)
  const offered = await idsOfDay(tx, catalogue, { userId, learner, today, completions }, ctx.limits)
  const claim = decideClaim({
    today,
    completions: completions.filter((completion) => completion.lessonId === lessonId),
    isOfToday: offered.includes(lessonId),
    isQuizPassed: lesson.questions.length > 0 ? (await findQuiz(tx, userId, lessonId))?.passedAt != null : null,
    isLabDone: lesson.lab === null || (await findDoneLabs(tx, userId, [lessonId])).has(lessonId),
    streak: { days: learner.days, afterClaim: streakAfterClaim(learner, today) },
    ap: ctx.limits.lessonAp[lesson.difficulty],
  })
  if ('refused' in claim) throw new AppError(claim.refused)
  const { auraEarned, newStreak, isNew } = claim
  if (!isNew) return { auraEarned, newStreak, alreadyPaid: true }
  // This claim may have settled the day.
  const settled = { ...learner, offeredOn: today, offeredLessons: offered }
  await recordClaims(tx, ctx.limits, { userId, learner: settled, completions, at, today }, [
    { lessonId, auraEarned, difficulty: lesson.difficulty },
  ])
  await postTransfers(tx, ctx.clock, [claimTransfer({ userId, lessonId, auraEarned })])
  return { auraEarned, newStreak, alreadyPaid: false }
}

/** Returns the transfer, whose key pays a lesson once, in whatever way it was passed. */
export const claimTransfer = ({ userId, lessonId, auraEarned }: Paid): Transfer => ({
  key: `lesson/${userId}/${lessonId}`,
  kind: 'lesson_claim',
  reference: lessonId,
  from: houseAccount('ap_issued'),
  to: userAccount(userId, 'ap_available'),
  amount: auraEarned,
})

interface Paid {
  userId: string
  lessonId: string
  auraEarned: number
}
