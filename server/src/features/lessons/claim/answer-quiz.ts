import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import { dayOf } from '../day.rules.ts'
import { idsOfDay, shuffledOptions } from '../lessons.ts'
import { findCompletions, findQuiz, lockLearner, upsertQuiz } from '../store.ts'

export interface QuizResult {
  correct: boolean
  explanation: string
  message: string
  /** Until another answer is accepted; 0 when none is needed. */
  retryAfterMs: number
}

/**
 * `answer` is an index into the options as this user sees them. A right answer opens the claim; a wrong one returns its
 * explanation and blocks the question briefly. Refuses lessons that are not among today's.
 */
export async function answerQuiz(
  ctx: Context,
  catalogue: Catalogue,
  { userId, lessonId, answer }: { userId: string; lessonId: string; answer: number },
): Promise<QuizResult> {
  const lesson = catalogue.get(lessonId)
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  const option = shuffledOptions(lesson, userId)[answer]
  if (!option) throw new AppError('INVALID_REQUEST', { message: 'Choose one of the options' })
  return ctx.db.tx(async (tx) => {
    const learner = await lockLearner(tx, userId)
    const at = await databaseTime(tx, ctx.clock)
    const completions = await findCompletions(tx, userId)
    const offered = await idsOfDay(
      tx,
      catalogue,
      { userId, learner, today: dayOf(at, learner), completions },
      ctx.limits,
    )
    if (!offered.includes(lessonId)) throw new AppError('LESSON_NOT_AVAILABLE')
    const before = await findQuiz(tx, userId, lessonId)
    const waitMs = (before?.lastWrongAt?.getTime() ?? 0) + ctx.limits.quizRetryMs - at.getTime()
    if (waitMs > 0) throw new AppError('QUIZ_RETRY_TOO_SOON', { data: { retryAfterMs: waitMs } })
    const isCorrect = option.isRight
    await upsertQuiz(tx, { userId, lessonId, isCorrect, at })
    return {
      correct: isCorrect,
      explanation: option.explanation,
      message: isCorrect ? 'Correct. Your Aura Points are ready to claim.' : 'Try again! Review the lesson content.',
      retryAfterMs: isCorrect ? 0 : ctx.limits.quizRetryMs,
    }
  })
}
