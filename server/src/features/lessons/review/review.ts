import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import { houseAccount, postTransfers, userAccount } from '#features/ledger'
import {
  type BrokenStreak,
  dayEndsAt,
  dayOf,
  findBrokenStreak,
  findCompletions,
  findLearner,
  type Learner,
  lockLearner,
  recordWonBack,
} from '#features/streak'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Catalogue } from '../catalogue.ts'
import { nameOf, type Response } from '../check/question.rules.ts'
import { judgeAsked, presentAsked, presentVerdict, questionsOf } from '../check/question-run.ts'
import { recordClaims } from '../claim/record-claims.ts'
import { type Moment, momentOf } from '../moment.ts'
import {
  drawReview,
  drawWinBack,
  isDue,
  outcomeOf,
  type Purpose,
  REVIEW_ID,
  type Reviewable,
  rightNeededOf,
  WIN_BACK_ID,
} from './review.rules.ts'
import { afterAnswer, chanceToKnow, knownPercent } from './schedule.ts'
import {
  type CardRow,
  findCards,
  findLatestReview,
  insertReview,
  type ReviewRow,
  updateReview,
  upsertCard,
  WIN_BACK_NUMBER,
} from './store.ts'

interface ReviewMoment extends Moment {
  cards: readonly CardRow[]
}

export async function reviewMomentOf(
  ctx: Context,
  db: Queryable,
  userId: string,
  learner: Learner,
): Promise<ReviewMoment> {
  const [moment, cards] = await Promise.all([momentOf(ctx, db, userId, learner), findCards(db, userId)])
  return { ...moment, cards }
}

/** Returns the questions of claimed lessons in today's catalogue. An unanswered question is due at once. */
function reviewables(catalogue: Catalogue, { completions, cards, learner, at, today }: ReviewMoment): Reviewable[] {
  const known = new Map(cards.map((card) => [nameOf(card), card]))
  const claimed = new Map(completions.map((completion) => [completion.lessonId, completion]))
  return [...claimed.values()].flatMap(({ lessonId, day }) =>
    (catalogue.get(lessonId)?.questions ?? []).flatMap(({ id: questionId }) => {
      const card = known.get(nameOf({ lessonId, questionId }))
      if (!card && day === today) return []
      const dueAt = card?.dueAt ?? new Date(0)
      const isAnsweredToday = card !== undefined && dayOf(card.reviewedAt, learner) === today
      // A question that was never asked counts as learned with its lesson.
      const strength = chanceToKnow(card ?? afterAnswer(undefined, true, new Date(day)), at)
      return { lessonId, questionId, dueAt, strength, isAnsweredToday }
    }),
  )
}

const hasLessonsLeft = (catalogue: Catalogue, { completions }: Moment): boolean => {
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  return [...catalogue.keys()].some((id) => !claimed.has(id))
}

const seedOf = (userId: string, { day, number }: ReviewRow): string => `${userId}/review/${day}/${number}`

/** Returns the questions of a review that begins after today's latest. */
function drawNext(catalogue: Catalogue, moment: ReviewMoment, latest: ReviewRow | undefined): Reviewable[] {
  return drawReview(reviewables(catalogue, moment), {
    at: moment.at,
    hasLessonsLeft: hasLessonsLeft(catalogue, moment),
    isRetry: latest !== undefined && outcomeOfRow(catalogue, latest) === 'failed',
  })
}

const purposeOf = ({ number }: ReviewRow): Purpose => (number === WIN_BACK_NUMBER ? 'streak' : 'day')

const outcomeOfRow = (catalogue: Catalogue, row: ReviewRow) =>
  outcomeOf({ ...row, purpose: purposeOf(row), questions: questionsOf(catalogue, row).length })

/**
 * Returns the due questions of today's review, as lesson ids: those it draws, or has left to ask. A finished review
 * leaves none, however many are due.
 */
export function dueLessonsOf(catalogue: Catalogue, moment: ReviewMoment, row: ReviewRow | undefined): string[] {
  if (isPaidToday(moment)) return []
  const asked = row ? questionsOf(catalogue, row) : []
  if (row && outcomeOfRow(catalogue, row) === 'open')
    return asked.slice(row.rightAnswers + row.wrongAnswers).map(({ lesson }) => lesson.id)
  return drawNext(catalogue, moment, row).flatMap((each) => (isDue(each, moment.at) ? each.lessonId : []))
}

const isPaidToday = ({ completions, today }: Moment): boolean =>
  completions.some(({ lessonId, day }) => lessonId === REVIEW_ID && day === today)

function stateOf(ctx: Context, catalogue: Catalogue, moment: ReviewMoment, row: ReviewRow | undefined): Review {
  const isPaid = isPaidToday(moment)
  const canStart = !isPaid && drawNext(catalogue, moment, row).length > 0
  const outcome = row ? outcomeOfRow(catalogue, row) : null
  const ended = isPaid ? 'done' : 'none'
  return {
    ...presentReview(catalogue, moment, outcome === 'failed' && canStart ? undefined : row),
    state: outcome === 'open' ? 'open' : (outcome === null || outcome === 'failed') && canStart ? 'ready' : ended,
    due: dueLessonsOf(catalogue, moment, row).length,
    auraReward: isPaid ? 0 : ctx.limits.reviewAp,
    winsBack: null,
  }
}

/** Returns the state of the review for a broken streak, of which a day has one. */
function winBackStateOf(
  catalogue: Catalogue,
  moment: ReviewMoment,
  { row, broken }: { row: ReviewRow | undefined; broken: BrokenStreak | null },
): Review {
  const asked = row ? questionsOf(catalogue, row).length - row.rightAnswers - row.wrongAnswers : 0
  const drawn = row ? [] : drawWinBack(reviewables(catalogue, moment), moment.at)
  const outcome = row ? outcomeOfRow(catalogue, row) : null
  const canStart = broken !== null && drawn.length > 0
  return {
    ...presentReview(catalogue, moment, row),
    state:
      outcome === 'passed'
        ? 'done'
        : broken === null
          ? 'none'
          : outcome === 'open'
            ? 'open'
            : canStart
              ? 'ready'
              : 'none',
    due: row ? asked : drawn.length,
    auraReward: 0,
    winsBack: broken && { days: broken.days, until: broken.until, daysAfter: broken.daysAfter },
  }
}

function presentReview(
  catalogue: Catalogue,
  { userId, completions, cards, at, learner }: ReviewMoment,
  row: ReviewRow | undefined,
): Pick<Review, 'knownPercent' | 'availableUntil' | 'serverTime' | 'progress' | 'question'> {
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  const asked = row ? questionsOf(catalogue, row) : []
  const current = row && outcomeOfRow(catalogue, row) === 'open' && asked[row.rightAnswers + row.wrongAnswers]
  return {
    knownPercent: knownPercent(
      cards.filter(({ lessonId }) => claimed.has(lessonId)),
      at,
    ),
    availableUntil: dayEndsAt(at, learner).toISOString(),
    serverTime: at.toISOString(),
    progress: row
      ? {
          questions: asked.length,
          rightAnswers: row.rightAnswers,
          wrongAnswers: row.wrongAnswers,
          rightNeeded: rightNeededOf(asked.length, purposeOf(row)),
        }
      : null,
    question: current ? presentAsked(current, seedOf(userId, row)) : null,
  }
}

async function presentFor(
  ctx: Context,
  catalogue: Catalogue,
  { db, purpose, moment, row }: { db: Queryable; purpose: Purpose; moment: ReviewMoment; row: ReviewRow | undefined },
): Promise<Review> {
  if (purpose === 'day') return stateOf(ctx, catalogue, moment, row)
  return winBackStateOf(catalogue, moment, { row, broken: await findBrokenStreak(db, moment) })
}

/** Returns the progress of today's review, and the user's knowledge. */
export async function reviewOf(ctx: Context, catalogue: Catalogue, userId: string, purpose: Purpose): Promise<Review> {
  const { db } = ctx
  const moment = await reviewMomentOf(ctx, db, userId, await findLearner(db, userId))
  const row = await findLatestReview(db, { userId, day: moment.today, purpose })
  return presentFor(ctx, catalogue, { db, purpose, moment, row })
}

/**
 * Draws a review, unless one is open. Throws REVIEW_NOT_AVAILABLE if nothing is due or today's is finished; for a
 * streak, if none can be won back or today's try failed.
 */
export async function startReview(
  ctx: Context,
  catalogue: Catalogue,
  userId: string,
  purpose: Purpose = 'day',
): Promise<Review> {
  return ctx.db.tx(async (tx) => {
    const moment = await reviewMomentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const before = await findLatestReview(tx, { userId, day: moment.today, purpose })
    const state = await presentFor(ctx, catalogue, { db: tx, purpose, moment, row: before })
    if (state.state === 'open') return state
    if (state.state !== 'ready') throw new AppError('REVIEW_NOT_AVAILABLE')
    const drawn =
      purpose === 'streak'
        ? drawWinBack(reviewables(catalogue, moment), moment.at)
        : drawNext(catalogue, moment, before)
    const number = purpose === 'streak' ? WIN_BACK_NUMBER : (before?.number ?? 0) + 1
    const row = { day: moment.today, number, questions: drawn.map(nameOf), rightAnswers: 0, wrongAnswers: 0 }
    await insertReview(tx, { userId, at: moment.at, ...row })
    return presentFor(ctx, catalogue, { db: tx, purpose, moment, row })
  })
}

const NOT_STARTED = 'No review is open today. A review ends at midnight.'

type ReviewResult = Answer<'POST /api/review/answer'>

/**
 * Judges a response to the current question and reschedules it. With the last question, enough right answers count the
 * day and pay once a day; for a streak they win it back and pay nothing. Throws REVIEW_NOT_AVAILABLE, QUESTION_CHANGED or INVALID_REQUEST.
 */
export async function answerReview(
  ctx: Context,
  catalogue: Catalogue,
  { userId, purpose = 'day', ...response }: AnswerToReview,
): Promise<ReviewResult> {
  const result = await ctx.db.tx(async (tx) => {
    const moment = await reviewMomentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const { at, today } = moment
    const row = await findLatestReview(tx, { userId, day: today, purpose })
    const broken = purpose === 'streak' ? await findBrokenStreak(tx, moment) : null
    const asked = row ? questionsOf(catalogue, row) : []
    const current = row && asked[row.rightAnswers + row.wrongAnswers]
    if (!row) throw new AppError('REVIEW_NOT_AVAILABLE', { message: NOT_STARTED })
    if (!current || outcomeOfRow(catalogue, row) !== 'open' || (purpose === 'streak' && !broken))
      throw new AppError('REVIEW_NOT_AVAILABLE')
    const verdict = judgeAsked(current, seedOf(userId, row), response)

    const answered = { lessonId: current.lesson.id, questionId: current.question.id }
    const name = nameOf(answered)
    const known = moment.cards.find((card) => nameOf(card) === name)
    const card = { ...answered, ...afterAnswer(known, verdict.isRight, at) }
    await upsertCard(tx, { userId, ...card }, verdict)
    const after = {
      ...row,
      rightAnswers: row.rightAnswers + (verdict.isRight ? 1 : 0),
      wrongAnswers: row.wrongAnswers + (verdict.isRight ? 0 : 1),
    }
    const outcome = outcomeOfRow(catalogue, after)
    await updateReview(tx, { userId, ...after, finishedAt: outcome === 'open' ? null : at })
    const counted =
      outcome === 'passed' ? await (broken ? winBack(tx, moment, broken) : countDay(ctx, tx, moment)) : null
    const completions = counted ? await findCompletions(tx, userId) : moment.completions
    const cards = [...moment.cards.filter((each) => nameOf(each) !== name), card]
    const now = { ...moment, completions, cards }
    return {
      ...presentVerdict(current, verdict),
      outcome,
      counted,
      review: await presentFor(ctx, catalogue, { db: tx, purpose, moment: now, row: after }),
    }
  })
  if (result.counted) ctx.live.changed(`user:${userId}`)
  return result
}

interface AnswerToReview {
  userId: string
  purpose?: Purpose
  /** Lesson of the question, because ids of questions are unique within a lesson only. */
  lessonId?: string | undefined
  questionId: string
  answer: Response
}

/** Counts the day, once a day because the caller holds the learner's lock. */
async function countDay(
  { clock, limits }: Context,
  tx: Tx,
  moment: Moment,
): Promise<{ auraEarned: number; newStreak: number } | null> {
  const { userId, today } = moment
  if (isPaidToday(moment)) return null
  const auraEarned = limits.reviewAp
  const newStreak = await recordClaims(tx, limits, moment, [{ lessonId: REVIEW_ID, auraEarned, difficulty: null }])
  await postTransfers(tx, clock, [
    {
      key: `review/${userId}/${today}`,
      kind: 'lesson_claim',
      reference: REVIEW_ID,
      from: houseAccount('ap_issued'),
      to: userAccount(userId, 'ap_available'),
      amount: auraEarned,
    },
  ])
  return { auraEarned, newStreak }
}

async function winBack(
  tx: Tx,
  moment: Moment,
  broken: BrokenStreak,
): Promise<{ auraEarned: number; newStreak: number }> {
  return { auraEarned: 0, newStreak: await recordWonBack(tx, { ...moment, broken, reviewId: WIN_BACK_ID }) }
}
