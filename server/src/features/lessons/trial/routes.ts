import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import type { Catalogue } from '../catalogue.ts'
import { afterAnswer, trialWaitMs } from './trial.rules.ts'
import { clearProgress, readProgress, writeProgress } from './trial-cookie.ts'
import { findTrialLesson, judgeTrial, keepTrial, trialLesson } from './trial-lesson.ts'

/** Registers the first lesson without an account. Visitors leave no trace in the database. */
export function trialRoutes(app: FastifyInstance, ctx: Context, catalogue: Catalogue): void {
  const lesson = prepared(ctx, Number.POSITIVE_INFINITY, async () => trialLesson(catalogue, ctx.limits))
  route(app, ctx, 'GET /api/lessons/trial', lesson)

  route(app, ctx, 'POST /api/lessons/trial/quiz', async ({ body, request, reply }) => {
    const tried = findTrialLesson(catalogue)
    const verdict = judgeTrial(tried, body.answer)
    if (!verdict) throw new AppError('INVALID_REQUEST', { message: 'Choose one of the options' })
    const nowMs = ctx.clock.now().getTime()
    const before = readProgress(ctx, request, tried.id)
    const waitMs = trialWaitMs(before, nowMs, ctx.limits)
    if (waitMs > 0) throw new AppError('QUIZ_RETRY_TOO_SOON', { data: { retryAfterMs: waitMs } })
    const after = afterAnswer(before, verdict.isRight, nowMs, ctx.limits)
    writeProgress(ctx, reply, after)
    return {
      correct: verdict.isRight,
      explanation: verdict.explanation,
      retryAfterMs: verdict.isRight ? 0 : trialWaitMs(after, nowMs, ctx.limits),
    }
  })

  route(app, ctx, 'POST /api/lessons/trial/keep', async ({ userId, request, reply }) => {
    const tried = findTrialLesson(catalogue)
    const { passedAtMs } = readProgress(ctx, request, tried.id)
    if (passedAtMs === null) {
      clearProgress(ctx, reply)
      throw new AppError('QUIZ_NOT_PASSED')
    }
    const kept = await keepTrial(ctx, catalogue, { userId, lesson: tried })
    clearProgress(ctx, reply)
    return { ...kept, title: tried.title }
  })
}
