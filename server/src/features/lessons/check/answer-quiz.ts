import type { Answer } from '@aura/api/calls'
import type { Day } from '@aura/api/day'
import { dayEndsAt, dayOf, findCompletions, lockLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import { idsOfDay } from '../lessons.ts'
import { afterAnswer } from '../review/schedule.ts'
import { findCard, upsertCard } from '../review/store.ts'
import { type Attempt, attemptOf, currentQuestion, isResting, rightNeeded, seedOf } from './check.rules.ts'
import { checkOf } from './lesson-check.ts'
import { judge, type Response } from './question.rules.ts'
import { sent } from './question-run.ts'
import { findQuiz, type Quiz, upsertQuiz } from './quiz-store.ts'

type QuizResult = Answer<'POST /api/lessons/:id/quiz'>

const NEW_DAY = 'Your new day has begun, and with it a new check. This answer wasn’t counted.'

const READY = 'Correct. Your Aura Points are ready to claim.'

/**
 * Judges a response to the current question, or to `questionId` of `day` if that is still the current one. With enough
 * right answers the lesson can be claimed; three wrong ones rest the check until the next day. After a pass it changes
 * nothing. Throws LESSON_NOT_FOUND, LESSON_NOT_AVAILABLE, CHECK_RESTS, QUIZ_RETRY_TOO_SOON, QUESTION_CHANGED or
 * INVALID_REQUEST.
 */
export async function answerQuiz(
  ctx: Context,
  catalogue: Catalogue,
  { userId, lessonId, answer, questionId, day }: AnswerToQuestion,
): Promise<QuizResult> {
  const lesson = catalogue.get(lessonId)
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  return ctx.db.tx(async (tx) => {
    const learner = await lockLearner(tx, userId)
    const [at, completions, quiz] = await Promise.all([
      databaseTime(tx, ctx.clock),
      findCompletions(tx, userId),
      findQuiz(tx, userId, lessonId),
    ])
    const today = dayOf(at, learner)
    const offered = await idsOfDay(tx, catalogue, { userId, learner, today, completions }, ctx.limits)
    if (!offered.includes(lessonId)) throw new AppError('LESSON_NOT_AVAILABLE')
    const attempt = attemptOf(quiz, today)
    const seed = seedOf(userId, lessonId, today)
    const question = currentQuestion(lesson.questions, seed, attempt)
    if (!question) throw new AppError('INVALID_REQUEST', { message: 'This lesson has no knowledge check' })
    if (quiz?.passedAt) return passedBefore(checkOf(lesson, { userId, today, quiz }, ctx.limits.check))
    refuseTooSoon(ctx, { quiz, attempt, at, availableAt: dayEndsAt(at, learner) })
    if ((day ?? today) !== today) throw new AppError('QUESTION_CHANGED', { message: NEW_DAY })
    if ((questionId ?? question.id) !== question.id) throw new AppError('QUESTION_CHANGED')
    const verdict = judge(question, seed, answer)
    if (!verdict) throw new AppError('INVALID_REQUEST', { message: 'Choose one of the options' })

    const after = counted(attempt, verdict.isRight)
    const isPassed = after.rightAnswers >= rightNeeded(lesson.questions.length, ctx.limits.check)
    const changed = {
      attempt: after,
      passedAt: isPassed ? at : null,
      lastWrongAt: verdict.isRight ? null : at,
    }
    const answered = { userId, lessonId, questionId: question.id }
    const [card] = await Promise.all([findCard(tx, answered), upsertQuiz(tx, { userId, lessonId, ...changed })])
    await upsertCard(tx, { ...answered, ...afterAnswer(card, verdict.isRight, at) }, verdict)
    const rests = isResting(after, ctx.limits.check)
    return {
      correct: verdict.isRight,
      explanation: verdict.explanation,
      right: sent(verdict.right),
      message: messageFor({ isRight: verdict.isRight, isPassed, rests }),
      retryAfterMs: verdict.isRight || rests ? 0 : ctx.limits.quizRetryMs,
      passed: isPassed,
      paragraph: question.paragraph,
      check: checkOf(
        lesson,
        { userId, today, quiz: { ...after, attemptDay: today, passedAt: changed.passedAt } },
        ctx.limits.check,
      ),
    }
  })
}

interface AnswerToQuestion {
  userId: string
  lessonId: string
  answer: Response
  questionId?: string | undefined
  day?: Day | undefined
}

function refuseTooSoon(
  { limits }: Context,
  { quiz, attempt, at, availableAt }: { quiz: Quiz | undefined; attempt: Attempt; at: Date; availableAt: Date },
): void {
  if (isResting(attempt, limits.check)) {
    throw new AppError('CHECK_RESTS', { data: { availableAt: availableAt.toISOString() } })
  }
  const waitMs = (quiz?.lastWrongAt?.getTime() ?? 0) + limits.quizRetryMs - at.getTime()
  if (waitMs > 0) throw new AppError('QUIZ_RETRY_TOO_SOON', { data: { retryAfterMs: waitMs } })
}

const counted = ({ day, rightAnswers, wrongAnswers }: Attempt, isRight: boolean): Attempt => ({
  day,
  rightAnswers: rightAnswers + (isRight ? 1 : 0),
  wrongAnswers: wrongAnswers + (isRight ? 0 : 1),
})

function messageFor({ isRight, isPassed, rests }: { isRight: boolean; isPassed: boolean; rests: boolean }): string {
  if (isPassed) return READY
  if (isRight) return 'Correct. One more and your Aura Points are ready to claim.'
  if (rests) return 'That was your last try today. This check rests until tomorrow.'
  return 'Try again! Review the lesson content.'
}

const passedBefore = (check: QuizResult['check']): QuizResult => ({
  correct: true,
  explanation: '',
  right: null,
  message: READY,
  retryAfterMs: 0,
  passed: true,
  paragraph: 1,
  check,
})
