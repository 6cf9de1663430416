import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import type { Day } from '@aura/api/day'
import { LEVEL } from '@aura/lab/limits'
import { houseAccount, postTransfers, userAccount } from '#features/ledger'
import {
  type BrokenStreak,
  dayEndsAt,
  findBrokenStreak,
  findCompletions,
  findLearner,
  lockLearner,
  recordWonBack,
} from '#features/streak'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Catalogue } from '../catalogue.ts'
import { changedIn, type Month, monthOf } from '../changes/changes.rules.ts'
import { nameOf, type Response } from '../check/question.rules.ts'
import { type Asked, judgeAsked, presentAsked, presentVerdict } from '../check/question-run.ts'
import { recordClaims } from '../claim/record-claims.ts'
import { labSeed } from '../lab/submit-lab.ts'
import type { Moment } from '../moment.ts'
import {
  drawChanges,
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
import {
  type AskedLab,
  itemsOf,
  type ReviewMoment,
  reviewableLabs,
  reviewables,
  reviewMomentOf,
} from './review-items.ts'
import { afterAnswer, knownPercent } from './schedule.ts'
import {
  type CardRow,
  CHANGES_NUMBER,
  findLatestReview,
  insertReview,
  type ReviewRow,
  updateReview,
  upsertCard,
  WIN_BACK_NUMBER,
} from './store.ts'

/** Returns what an open review asks next. */
export function currentOf(catalogue: Catalogue, row: ReviewRow): Asked | AskedLab | undefined {
  return outcomeOfRow(catalogue, row) === 'open'
    ? itemsOf(catalogue, row)[row.rightAnswers + row.wrongAnswers]
    : undefined
}

export const jobOf = (userId: string, { lesson }: AskedLab, { day, number }: ReviewRow) => ({
  kind: lesson.lab.kind,
  parameters: { ...lesson.lab.parameters, [LEVEL]: 1 },
  seed: labSeed({ userId, lessonId: lesson.id }, `review/${day}/${number}`),
})

const hasLessonsLeft = (catalogue: Catalogue, { completions }: Moment): boolean => {
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  return [...catalogue.keys()].some((id) => !claimed.has(id))
}

const seedOf = (userId: string, { day, number }: ReviewRow): string => `${userId}/review/${day}/${number}`

/** Returns the questions of a review that begins after today's latest. */
function drawNext(catalogue: Catalogue, moment: ReviewMoment, latest: ReviewRow | undefined): Reviewable[] {
  return drawReview(reviewables(catalogue, moment), {
    at: moment.at,
    labs: reviewableLabs(catalogue, moment),
    hasLessonsLeft: hasLessonsLeft(catalogue, moment),
    isRetry: latest !== undefined && outcomeOfRow(catalogue, latest) === 'failed',
  })
}

const purposeOf = ({ number }: ReviewRow): Purpose =>
  number === CHANGES_NUMBER ? 'changes' : number === WIN_BACK_NUMBER ? 'streak' : 'day'

/** A review of a purpose, and for what changed, of a month. */
interface Which {
  purpose: Purpose
  month?: Month | undefined
}

/** Returns the day that stores a review: today, or the first of a month. Throws REVIEW_NOT_AVAILABLE without a month. */
function dayOf({ today }: Moment, { purpose, month }: Which): Day {
  if (purpose !== 'changes') return today
  if (month === undefined) throw new AppError('REVIEW_NOT_AVAILABLE')
  return `${month}-01`
}

const findRow = (db: Queryable, moment: Moment, which: Which) =>
  findLatestReview(db, { userId: moment.userId, day: dayOf(moment, which), purpose: which.purpose })

const outcomeOfRow = (catalogue: Catalogue, row: ReviewRow) =>
  outcomeOf({ ...row, purpose: purposeOf(row), questions: itemsOf(catalogue, row).length })

/**
 * Returns the due questions of today's review, as lesson ids: those it draws, or has left to ask. A finished review
 * leaves none, however many are due.
 */
export function dueLessonsOf(catalogue: Catalogue, moment: ReviewMoment, row: ReviewRow | undefined): string[] {
  if (isPaidToday(moment)) return []
  const asked = row ? itemsOf(catalogue, row) : []
  if (row && outcomeOfRow(catalogue, row) === 'open')
    return asked.slice(row.rightAnswers + row.wrongAnswers).map(({ lesson }) => lesson.id)
  return drawNext(catalogue, moment, row).flatMap((each) => (isDue(each, moment.at) ? each.lessonId : []))
}

const isPaidToday = ({ completions, today }: Moment): boolean =>
  completions.some(({ lessonId, day }) => lessonId === REVIEW_ID && day === today)

function stateOf(ctx: Context, catalogue: Catalogue, moment: ReviewMoment, row: ReviewRow | undefined): Review {
  const isPaid = isPaidToday(moment)
  const drawn = isPaid ? [] : drawNext(catalogue, moment, row)
  const canStart = drawn.length > 0
  const outcome = row ? outcomeOfRow(catalogue, row) : null
  const ended = isPaid ? 'done' : 'none'
  const [lab] = row && outcome === 'open' ? [] : itemsOf(catalogue, { questions: drawn.slice(-1).map(nameOf) })
  return {
    ...presentReview(catalogue, moment, outcome === 'failed' && canStart ? undefined : row),
    ...(lab?.question === null && { lab: presentLab(lab, null) }),
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
  const asked = row ? itemsOf(catalogue, row).length - row.rightAnswers - row.wrongAnswers : 0
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
): Pick<Review, 'knownPercent' | 'availableUntil' | 'serverTime' | 'progress' | 'question' | 'lab'> {
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  const asked = row ? itemsOf(catalogue, row) : []
  const current = row && currentOf(catalogue, row)
  const last = current && asked.at(-1)
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
    question: row && current?.question ? presentAsked(current, seedOf(userId, row)) : null,
    lab:
      row && last?.question === null
        ? presentLab(last, current?.question === null ? jobOf(userId, last, row) : null)
        : null,
  }
}

const presentLab = ({ lesson }: AskedLab, run: NonNullable<Review['lab']>['run']) => ({
  lessonId: lesson.id,
  lessonTitle: lesson.title,
  run,
})

/** Returns the state of a month's review of what changed. It pays nothing. */
function changesStateOf(
  catalogue: Catalogue,
  moment: ReviewMoment,
  { row, month = '' }: { row: ReviewRow | undefined; month: Month | undefined },
): Review {
  const changed = changedIn(catalogue.values(), month, moment.today)
  const drawn = row ? [] : drawChanges(reviewables(catalogue, moment), changed, moment.at)
  const isOpen = row && outcomeOfRow(catalogue, row) === 'open'
  return {
    ...presentReview(catalogue, moment, row),
    state: isOpen ? 'open' : row ? 'done' : changed.size > 0 ? 'ready' : 'none',
    due: isOpen ? itemsOf(catalogue, row).length - row.rightAnswers - row.wrongAnswers : drawn.length,
    auraReward: 0,
    winsBack: null,
  }
}

export async function presentFor(
  ctx: Context,
  catalogue: Catalogue,
  { db, purpose, month, moment, row }: Which & { db: Queryable; moment: ReviewMoment; row: ReviewRow | undefined },
): Promise<Review> {
  if (purpose === 'day') return stateOf(ctx, catalogue, moment, row)
  if (purpose === 'changes') return changesStateOf(catalogue, moment, { row, month })
  return winBackStateOf(catalogue, moment, { row, broken: await findBrokenStreak(db, moment) })
}

/** Returns the progress of today's review, and the user's knowledge. */
export async function reviewOf(ctx: Context, catalogue: Catalogue, userId: string, which: Which): Promise<Review> {
  const { db } = ctx
  const moment = await reviewMomentOf(ctx, db, userId, await findLearner(db, userId))
  const row = await findRow(db, moment, which)
  return presentFor(ctx, catalogue, { db, ...which, moment, row })
}

/**
 * Draws a review, unless one is open. Throws REVIEW_NOT_AVAILABLE if nothing is due or today's is finished; for a
 * streak, if none can be won back or today's try failed; for a month, if nothing changed or it is read. A month that
 * changed none of the user's lessons is read without a question.
 */
export async function startReview(
  ctx: Context,
  catalogue: Catalogue,
  userId: string,
  which: Which = { purpose: 'day' },
): Promise<Review> {
  return ctx.db.tx(async (tx) => {
    const moment = await reviewMomentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const { purpose, month } = which
    const before = await findRow(tx, moment, which)
    const state = await presentFor(ctx, catalogue, { db: tx, ...which, moment, row: before })
    if (state.state === 'open') return state
    if (state.state !== 'ready') throw new AppError('REVIEW_NOT_AVAILABLE')
    const [number, drawn] = {
      day: () => [(before?.number ?? 0) + 1, drawNext(catalogue, moment, before)] as const,
      streak: () => [WIN_BACK_NUMBER, drawWinBack(reviewables(catalogue, moment), moment.at)] as const,
      changes: () => {
        const changed = changedIn(catalogue.values(), month ?? '', moment.today)
        return [CHANGES_NUMBER, drawChanges(reviewables(catalogue, moment), changed, moment.at)] as const
      },
    }[purpose]()
    const day = dayOf(moment, which)
    const row = { day, number, questions: drawn.map(nameOf), rightAnswers: 0, wrongAnswers: 0 }
    await insertReview(tx, { userId, at: moment.at, finishedAt: drawn.length > 0 ? null : moment.at, ...row })
    return presentFor(ctx, catalogue, { db: tx, ...which, moment, row })
  })
}

export const NOT_STARTED = 'No review is open today. A review ends at midnight.'

type ReviewResult = Answer<'POST /api/review/answer'>

/**
 * Judges a response to the current question and reschedules it. With the last question, enough right answers count the
 * day and pay once a day; for a streak they win it back, for what changed they only reschedule. Throws REVIEW_NOT_AVAILABLE, QUESTION_CHANGED or INVALID_REQUEST.
 */
export async function answerReview(
  ctx: Context,
  catalogue: Catalogue,
  { userId, purpose = 'day', month, ...response }: AnswerToReview,
): Promise<ReviewResult> {
  const result = await ctx.db.tx(async (tx) => {
    const moment = await reviewMomentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const { at } = moment
    const row = await findRow(tx, moment, { purpose, month })
    const broken = purpose === 'streak' ? await findBrokenStreak(tx, moment) : null
    if (!row) throw new AppError('REVIEW_NOT_AVAILABLE', { message: NOT_STARTED })
    const current = currentOf(catalogue, row)
    if (!current || (purpose === 'streak' && !broken)) throw new AppError('REVIEW_NOT_AVAILABLE')
    if (!current.question) throw new AppError('QUESTION_CHANGED')
    const verdict = judgeAsked(current, seedOf(userId, row), response)

    const answered = { lessonId: current.lesson.id, questionId: current.question.id }
    const name = nameOf(answered)
    const known = moment.cards.find((card) => nameOf(card) === name)
    const card = { ...answered, ...afterAnswer(known, verdict.isRight, at) }
    await upsertCard(tx, { userId, ...card }, verdict)
    const graded = await grade(ctx, tx, catalogue, { moment, row, broken, card, isRight: verdict.isRight })
    return { ...presentVerdict(current, verdict), ...graded }
  })
  if (result.counted) ctx.live.changed(`user:${userId}`)
  return result
}

interface Graded {
  moment: ReviewMoment
  row: ReviewRow
  broken?: BrokenStreak | null
  /** As it is stored now. */
  card: CardRow
  isRight: boolean
}

/** Counts an answer of a review, whose current item it was, and the day or streak with the last one. */
export async function grade(
  ctx: Context,
  tx: Tx,
  catalogue: Catalogue,
  { moment, row, broken = null, card, isRight }: Graded,
) {
  const { userId, at } = moment
  const after = {
    ...row,
    rightAnswers: row.rightAnswers + (isRight ? 1 : 0),
    wrongAnswers: row.wrongAnswers + (isRight ? 0 : 1),
  }
  const outcome = outcomeOfRow(catalogue, after)
  await updateReview(tx, { userId, ...after, finishedAt: outcome === 'open' ? null : at })
  const purpose = purposeOf(row)
  const counts = outcome === 'passed' && purpose !== 'changes'
  const counted = counts ? await (broken ? winBack(tx, moment, broken) : countDay(ctx, tx, moment)) : null
  const completions = counted ? await findCompletions(tx, userId) : moment.completions
  const cards = [...moment.cards.filter((each) => nameOf(each) !== nameOf(card)), card]
  const now = { ...moment, completions, cards }
  const month = monthOf(row.day)
  const review = await presentFor(ctx, catalogue, { db: tx, purpose, month, moment: now, row: after })
  return { outcome, counted, review }
}

interface AnswerToReview extends Partial<Which> {
  userId: string
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
