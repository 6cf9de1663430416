import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { findLearner, lockLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Catalogue } from '../catalogue.ts'
import { nameOf } from '../check/question.rules.ts'
import { LAB_ID } from '../lab/lab-id.ts'
import { type CheckRun, judgeRun } from '../lab/submit-lab.ts'
import { drawInstead } from './review.rules.ts'
import { currentOf, grade, jobOf, NOT_STARTED, presentFor } from './review.ts'
import { labCardOf, type ReviewMoment, reviewables, reviewMomentOf } from './review-items.ts'
import { afterAnswer } from './schedule.ts'
import { findLatestReview, type ReviewRow, updateReview, upsertCard } from './store.ts'

const DAY_MS = 86_400_000

/** Returns today's review. Throws REVIEW_NOT_AVAILABLE without one. */
async function todaysReview(db: Queryable, moment: ReviewMoment): Promise<ReviewRow> {
  const row = await findLatestReview(db, { userId: moment.userId, day: moment.today, purpose: 'day' })
  if (!row) throw new AppError('REVIEW_NOT_AVAILABLE', { message: NOT_STARTED })
  return row
}

/**
 * Replays a run of the lab that today's review ends with, and reschedules the lab: solved counts as a right answer, a trap
 * as a wrong one. Throws REVIEW_NOT_AVAILABLE; QUESTION_CHANGED if the review doesn't ask for a lab now; LAB_REFUSED, also
 * for an unfinished run; and LAB_BUSY, after which everything is as before.
 */
export async function submitReviewLab(
  ctx: Context,
  catalogue: Catalogue,
  { userId, transcript, check }: { userId: string; transcript: string; check: CheckRun },
): Promise<Answer<'POST /api/review/lab'>> {
  const asked = async (db: Queryable, moment: ReviewMoment) => {
    const row = await todaysReview(db, moment)
    const lab = currentOf(catalogue, row)
    if (!lab) throw new AppError('REVIEW_NOT_AVAILABLE')
    if (lab.question) throw new AppError('QUESTION_CHANGED')
    return { row, lab, job: jobOf(userId, lab, row) }
  }
  const before = await asked(ctx.db, await reviewMomentOf(ctx, ctx.db, userId, await findLearner(ctx.db, userId)))
  const { isSolved, trap } = await judgeRun(check, { ...before.job, text: transcript })
  if (!isSolved && trap === null)
    throw new AppError('LAB_REFUSED', { message: 'This run isn’t finished', data: { reason: 'unfinished' } })
  const graded = await ctx.db.tx(async (tx) => {
    const moment = await reviewMomentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const { row, lab, job } = await asked(tx, moment)
    // Another tab handed in while this run was replayed.
    if (job.seed !== before.job.seed) throw new AppError('QUESTION_CHANGED')
    const lessonId = lab.lesson.id
    const known = labCardOf(moment, lessonId)
    const card = { lessonId, questionId: LAB_ID, ...afterAnswer(known, isSolved, moment.at) }
    await upsertCard(tx, { userId, ...card }, null)
    return grade(ctx, tx, catalogue, { moment, row, card, isRight: isSolved })
  })
  if (graded.counted) ctx.live.changed(`user:${userId}`)
  return { solved: isSolved, trap, ...graded }
}

/**
 * Puts off the lab that today's review ends with, and asks a question in its place. Changes nothing if it was put off
 * already or no question is left. Throws REVIEW_NOT_AVAILABLE without a review today.
 */
export async function postponeReviewLab(ctx: Context, catalogue: Catalogue, userId: string): Promise<Review> {
  return ctx.db.tx(async (tx) => {
    const moment = await reviewMomentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const row = await todaysReview(tx, moment)
    const lab = currentOf(catalogue, row)
    const show = (shown: ReviewMoment, its: ReviewRow) =>
      presentFor(ctx, catalogue, { db: tx, purpose: 'day', moment: shown, row: its })
    const instead = drawInstead(reviewables(catalogue, moment), { at: moment.at, asked: row.questions })
    if (!lab || lab.question || !instead) return show(moment, row)
    const named = { lessonId: lab.lesson.id, questionId: LAB_ID }
    const dueAt = new Date(moment.at.getTime() + LESSON_RULES.labPostponedDays * DAY_MS)
    const card = { ...named, ...labCardOf(moment, named.lessonId), dueAt }
    await upsertCard(tx, { userId, ...card }, null)
    const after = { ...row, questions: row.questions.with(-1, nameOf(instead)) }
    await updateReview(tx, { userId, ...after, finishedAt: null })
    const cards = [...moment.cards.filter((each) => nameOf(each) !== nameOf(card)), card]
    return show({ ...moment, cards }, after)
  })
}
