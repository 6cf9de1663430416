import type { Answer } from '@aura/api/calls'
import type { OfferedPlacement, Placement } from '@aura/api/calls/lessons/path'
import { postTransfers } from '#features/ledger'
import { dayEndsAt, lockLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Catalogue, CatalogueLesson } from '../catalogue.ts'
import { attemptOf } from '../check/check.rules.ts'
import { nameOf, type Response } from '../check/question.rules.ts'
import { type Asked, judgeAsked, presentAsked, presentVerdict, questionsOf } from '../check/question-run.ts'
import { findQuizzes, upsertQuiz } from '../check/quiz-store.ts'
import { claimTransfer } from '../claim/claim-lesson.ts'
import { recordClaims } from '../claim/record-claims.ts'
import { type Moment, momentOf } from '../moment.ts'
import { afterAnswer } from '../review/schedule.ts'
import { findCard, upsertCard } from '../review/store.ts'
import { canBePlaced, drawPlacement, outcomeOf, QUESTIONS_PER_LESSON, wrongAllowed } from './placement.rules.ts'
import { findPlacements, insertPlacement, type PlacementRow, updatePlacement } from './store.ts'

const seedOf = (userId: string, { unitId, day }: { unitId: string; day: string }) => `${userId}/${unitId}/${day}`

/** Returns the unit's lessons that a check can still pass. */
function lessonsLeft(lessons: Iterable<CatalogueLesson>, unitId: string, { completions }: Moment): CatalogueLesson[] {
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  return [...lessons].filter((lesson) => lesson.unit.id === unitId && canBePlaced(lesson) && !claimed.has(lesson.id))
}

const apOf = ({ limits }: Context, lessons: readonly CatalogueLesson[]): number =>
  lessons.reduce((sum, { difficulty }) => sum + limits.lessonAp[difficulty], 0)

const nameOfAsked = ({ lesson, question }: Asked) => nameOf({ lessonId: lesson.id, questionId: question.id })

const judgedOf = (asked: readonly Asked[], row: PlacementRow) =>
  asked.map((each) => {
    const name = nameOfAsked(each)
    const isRight = row.rightQuestions.includes(name) ? true : row.wrongQuestions.includes(name) ? false : null
    return { lessonId: each.lesson.id, isRight }
  })

const outcomeIn = (catalogue: Catalogue, row: PlacementRow) => outcomeOf(judgedOf(questionsOf(catalogue, row), row))

/** Returns the questions and pay of passing the unit at once, or null if no lesson is left to pass this way. */
export function offeredPlacement(
  ctx: Context,
  catalogue: Catalogue,
  { unitId, moment, rows }: { unitId: string; moment: Moment; rows: readonly PlacementRow[] },
): OfferedPlacement | null {
  const lessons = lessonsLeft(catalogue.values(), unitId, moment)
  if (lessons.length === 0) return null
  const mine = rows.find((row) => row.unitId === unitId)
  const isOpen = mine !== undefined && outcomeIn(catalogue, mine) === 'open'
  const rests = rows.some((row) => outcomeIn(catalogue, row) === 'failed')
  const questions = isOpen ? questionsOf(catalogue, mine).length : lessons.length * QUESTIONS_PER_LESSON
  return {
    state: rests ? 'rests' : isOpen ? 'open' : 'ready',
    lessons: lessons.length,
    questions,
    wrongAllowed: wrongAllowed(questions),
    auraReward: apOf(ctx, lessons),
  }
}

function stateOf(ctx: Context, catalogue: Catalogue, moment: Moment, row: PlacementRow): Placement {
  const asked = questionsOf(catalogue, row)
  const judged = judgedOf(asked, row)
  const state = outcomeOf(judged)
  const current = state === 'open' ? asked[judged.findIndex(({ isRight }) => isRight === null)] : undefined
  const lessons = lessonsLeft(catalogue.values(), row.unitId, moment)
  return {
    unitId: row.unitId,
    state,
    questions: asked.length,
    rightAnswers: judged.filter(({ isRight }) => isRight === true).length,
    wrongAnswers: judged.filter(({ isRight }) => isRight === false).length,
    wrongAllowed: wrongAllowed(asked.length),
    auraReward: apOf(ctx, lessons),
    question: current ? presentAsked(current, seedOf(moment.userId, row)) : null,
    availableUntil: dayEndsAt(moment.at, moment.learner).toISOString(),
    serverTime: moment.at.toISOString(),
  }
}

function refuseResting(catalogue: Catalogue, rows: readonly PlacementRow[], { at, learner }: Moment): void {
  if (!rows.some((row) => outcomeIn(catalogue, row) === 'failed')) return
  throw new AppError('PLACEMENT_RESTS', { data: { availableAt: dayEndsAt(at, learner).toISOString() } })
}

/**
 * Draws today's questions for a unit, or returns the open attempt. Throws UNIT_NOT_FOUND, PLACEMENT_NOT_AVAILABLE, or
 * PLACEMENT_RESTS after today's failed attempt at any unit.
 */
export async function startPlacement(
  ctx: Context,
  catalogue: Catalogue,
  { userId, unitId }: { userId: string; unitId: string },
): Promise<Placement> {
  if (![...catalogue.values()].some(({ unit }) => unit.id === unitId)) throw new AppError('UNIT_NOT_FOUND')
  return ctx.db.tx(async (tx) => {
    const moment = await momentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const rows = await findPlacements(tx, userId, moment.today)
    refuseResting(catalogue, rows, moment)
    const open = rows.find((row) => row.unitId === unitId)
    const lessons = lessonsLeft(catalogue.values(), unitId, moment)
    if (lessons.length === 0) throw new AppError('PLACEMENT_NOT_AVAILABLE')
    if (open) return stateOf(ctx, catalogue, moment, open)
    const day = moment.today
    const drawn = drawPlacement(lessons, seedOf(userId, { unitId, day }))
    const questions = drawn.map(({ lessonId, question }) => nameOf({ lessonId, questionId: question.id }))
    await insertPlacement(tx, { userId, unitId, day, questions, at: moment.at })
    return stateOf(ctx, catalogue, moment, { unitId, day, questions, rightQuestions: [], wrongQuestions: [] })
  })
}

const NOT_STARTED = 'No check of this unit is open today. It ends at midnight.'

type PlacementResult = Answer<'POST /api/units/:id/placement/answer'>

/**
 * Judges a response to the current question. The answer that passes the unit claims its lessons: each pays once, and
 * they count the day together. Throws PLACEMENT_NOT_AVAILABLE, PLACEMENT_RESTS, QUESTION_CHANGED or INVALID_REQUEST.
 */
export async function answerPlacement(
  ctx: Context,
  catalogue: Catalogue,
  { userId, unitId, ...response }: AnswerToPlacement,
): Promise<PlacementResult> {
  const result = await ctx.db.tx(async (tx) => {
    const moment = await momentOf(ctx, tx, userId, await lockLearner(tx, userId))
    const { at, today } = moment
    const rows = await findPlacements(tx, userId, today)
    refuseResting(catalogue, rows, moment)
    const row = rows.find((each) => each.unitId === unitId)
    const asked = row ? questionsOf(catalogue, row) : []
    const current = row && asked[judgedOf(asked, row).findIndex(({ isRight }) => isRight === null)]
    if (!row) throw new AppError('PLACEMENT_NOT_AVAILABLE', { message: NOT_STARTED })
    if (!current) throw new AppError('PLACEMENT_NOT_AVAILABLE')
    const verdict = judgeAsked(current, seedOf(userId, row), response)

    const name = nameOfAsked(current)
    const answered = { userId, lessonId: current.lesson.id, questionId: current.question.id }
    const card = afterAnswer(await findCard(tx, answered), verdict.isRight, at)
    await upsertCard(tx, { ...answered, ...card }, verdict)
    const after: PlacementRow = {
      ...row,
      rightQuestions: verdict.isRight ? [...row.rightQuestions, name] : row.rightQuestions,
      wrongQuestions: verdict.isRight ? row.wrongQuestions : [...row.wrongQuestions, name],
    }
    const outcome = outcomeIn(catalogue, after)
    await updatePlacement(tx, { userId, ...after, finishedAt: outcome === 'open' ? null : at })
    const passed = new Set(asked.map((each) => each.lesson))
    const counted = outcome === 'passed' ? await claimAll(ctx, tx, moment, [...passed]) : null
    return {
      ...presentVerdict(current, verdict),
      outcome,
      counted,
      placement: stateOf(ctx, catalogue, moment, after),
    }
  })
  if (result.counted) ctx.live.changed(`user:${userId}`)
  return result
}

interface AnswerToPlacement {
  userId: string
  unitId: string
  lessonId: string
  questionId: string
  answer: Response
}

/** Claims the lessons not claimed meanwhile. The caller holds the learner's lock. */
async function claimAll(
  ctx: Context,
  tx: Tx,
  moment: Moment,
  lessons: readonly CatalogueLesson[],
): Promise<PlacementResult['counted']> {
  const { userId, completions, at, today } = moment
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  const open = lessons.filter(({ id }) => !claimed.has(id))
  if (open.length === 0) return null
  const quizzes = await findQuizzes(
    tx,
    userId,
    open.map(({ id }) => id),
  )
  const paid = open.map(({ id, difficulty }) => ({
    userId,
    lessonId: id,
    difficulty,
    auraEarned: ctx.limits.lessonAp[difficulty],
  }))
  for (const { lessonId } of paid) {
    const attempt = attemptOf(quizzes.get(lessonId), today)
    await upsertQuiz(tx, { userId, lessonId, attempt, passedAt: at, lastWrongAt: null })
  }
  const newStreak = await recordClaims(tx, ctx.limits, moment, paid)
  await postTransfers(tx, ctx.clock, paid.map(claimTransfer))
  const auraEarned = paid.reduce((sum, each) => sum + each.auraEarned, 0)
  return { auraEarned, newStreak, lessons: paid.length }
}
