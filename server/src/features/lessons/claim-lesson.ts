import { houseAccount, postTransfers, userAccount } from '#features/ledger'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from './catalogue.ts'
import { dayOf } from './day.rules.ts'
import { idsOfDay } from './lessons.ts'
import { findCompletions, findQuiz, insertCompletion, lockLearner, updateStreak } from './store.ts'
import { streakAfterClaim } from './streak.rules.ts'

/**
 * Completes a lesson for today: pays its Aura Points, once per person and lesson ever, and counts the day. Needs a
 * right answer first, where there is a question. A lesson of an earlier day may still be claimed if it was answered
 * then. Claiming again on the same day changes nothing and answers the same.
 */
export async function claimLesson(
  ctx: Context,
  catalogue: Catalogue,
  { userId, lessonId }: { userId: string; lessonId: string },
): Promise<{ auraEarned: number; newStreak: number }> {
  const lesson = catalogue.get(lessonId)
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  const claimed = await ctx.db.tx(async (tx) => {
    const learner = await lockLearner(tx, userId)
    const at = await databaseTime(tx, ctx.clock)
    const today = dayOf(at, learner)
    const completions = await findCompletions(tx, userId)
    const mine = completions.filter((completion) => completion.lessonId === lessonId)
    const claimedToday = mine.find(({ day }) => day === today)
    if (claimedToday) return { auraEarned: claimedToday.auraEarned, newStreak: learner.days }

    const isReview = mine.length > 0
    const isToday = idsOfDay(catalogue, today, completions, ctx.limits).includes(lessonId)
    const isPassed = lesson.quiz ? (await findQuiz(tx, userId, lessonId))?.passedAt != null : isToday
    if (isReview && !isToday) throw new AppError('LESSON_NOT_AVAILABLE')
    if (!isPassed) throw new AppError(isToday ? 'QUIZ_NOT_PASSED' : 'LESSON_NOT_AVAILABLE')

    const auraEarned = isReview ? 0 : ctx.limits.lessonAp[lesson.difficulty]
    const newStreak = streakAfterClaim(learner, today)
    await insertCompletion(tx, {
      userId,
      lessonId,
      day: today,
      at,
      isReview,
      auraEarned,
      streakAfter: newStreak,
    })
    await updateStreak(tx, userId, newStreak, today)
    if (auraEarned > 0) await pay(ctx, tx, { userId, lessonId, auraEarned })
    return { auraEarned, newStreak }
  })
  ctx.live.changed(`user:${userId}`)
  return claimed
}

async function pay(
  ctx: Context,
  tx: Parameters<typeof postTransfers>[0],
  { userId, lessonId, auraEarned }: { userId: string; lessonId: string; auraEarned: number },
): Promise<void> {
  await postTransfers(tx, ctx.clock, [
    {
      key: `lesson/${userId}/${lessonId}`,
      kind: 'lesson_claim',
      reference: lessonId,
      from: houseAccount('ap_issued'),
      to: userAccount(userId, 'ap_available'),
      amount: auraEarned,
    },
  ])
}
