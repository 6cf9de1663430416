import type { ReviewQuery } from '@aura/api/calls/lessons/review'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { refuseLooseTerms } from './catalogue.ts'
import { lessonChanges } from './changes/changes.ts'
import { answerQuiz } from './check/answer-quiz.ts'
import { claimLesson } from './claim/claim-lesson.ts'
import { catalogueOf, glossaryOf } from './content-once.ts'
import { lessonFigures } from './figures/lesson-figures.ts'
import { explainedTerms } from './glossary/explained-terms.ts'
import { ReplayPool } from './lab/replay-pool.ts'
import { labOf, submitLab } from './lab/submit-lab.ts'
import { dailyLessons, lessonOverview, lessonStatus, publicLesson } from './lessons.ts'
import { finishedUnits, learningPath } from './path/learning-path.ts'
import { answerPlacement, startPlacement } from './placement/placement.ts'
import { postponeReviewLab, submitReviewLab } from './review/lab-review.ts'
import { answerReview, reviewOf, startReview } from './review/review.ts'
import { trialRoutes } from './trial/routes.ts'

export async function lessonsRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): Promise<void> {
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  const glossary = await glossaryOf(ctx.settings.glossaryDir)
  refuseLooseTerms(catalogue, glossary)

  async function refuseWhileHeld(userId: string): Promise<void> {
    for (const { holdsAnswers } of features) {
      if (await holdsAnswers?.(ctx.db, userId)) throw new AppError('BATTLE_ROUNDS_RUNNING')
    }
  }

  route(app, ctx, 'GET /api/lessons/daily', ({ userId }) => dailyLessons(ctx, catalogue, userId))

  route(app, ctx, 'GET /api/lessons/path', ({ userId }) => learningPath(ctx, catalogue, userId))
  route(app, ctx, 'GET /api/admin/lessons', () => lessonFigures(ctx, catalogue))
  route(app, ctx, 'GET /api/users/:id/units', ({ params }) => finishedUnits(ctx, catalogue, params.id))

  route(app, ctx, 'GET /api/lessons/:id/status', async ({ params, userId }) => {
    if (!catalogue.has(params.id)) throw new AppError('LESSON_NOT_FOUND')
    return lessonStatus(ctx, userId, params.id)
  })

  route(app, ctx, 'POST /api/lessons/:id/quiz', async ({ params, body, userId }) => {
    await refuseWhileHeld(userId)
    return answerQuiz(ctx, catalogue, { userId, lessonId: params.id, ...body })
  })

  const pool = new ReplayPool(ctx.limits.lab, ctx.clock)
  app.addHook('onClose', () => pool.close())
  route(app, ctx, 'GET /api/lessons/:id/lab', async ({ params, query, userId }) => {
    const lab = await labOf(ctx, catalogue, { userId, lessonId: params.id, ...query })
    pool.prepare()
    return lab
  })
  route(app, ctx, 'POST /api/lessons/:id/lab', ({ params, body, userId, request }) =>
    submitLab(ctx, catalogue, {
      userId,
      lessonId: params.id,
      ...body,
      check: (job) => pool.replay({ userId, ip: request.ip }, job),
    }),
  )

  route(app, ctx, 'POST /api/lessons/complete', ({ body, userId }) =>
    claimLesson(ctx, catalogue, { userId, lessonId: body.lessonId }),
  )

  route(app, ctx, 'POST /api/units/:id/placement', ({ params, userId }) =>
    startPlacement(ctx, catalogue, { userId, unitId: params.id }),
  )
  route(app, ctx, 'POST /api/units/:id/placement/answer', async ({ params, body, userId }) => {
    await refuseWhileHeld(userId)
    return answerPlacement(ctx, catalogue, { userId, unitId: params.id, ...body })
  })

  const overview = lessonOverview(catalogue)
  route(
    app,
    ctx,
    'GET /api/lessons/catalogue',
    prepared(ctx, Number.POSITIVE_INFINITY, async () => overview),
  )
  route(app, ctx, 'GET /api/lessons/catalogue/:id', async ({ params }) => {
    const lesson = catalogue.get(params.id)
    if (!lesson) throw new AppError('LESSON_NOT_FOUND')
    return publicLesson(lesson, ctx.limits)
  })
  route(
    app,
    ctx,
    'GET /api/glossary',
    prepared(ctx, Number.POSITIVE_INFINITY, async () => explainedTerms(glossary, catalogue.values())),
  )

  route(app, ctx, 'GET /api/lessons/changes', ({ userId }) => lessonChanges(ctx, catalogue, userId))

  trialRoutes(app, ctx, catalogue)

  const whichOf = ({ for: purpose, month }: ReviewQuery) => ({ purpose, month })
  route(app, ctx, 'GET /api/review', async ({ userId, query }) => {
    const review = await reviewOf(ctx, catalogue, userId, whichOf(query))
    if (review.lab?.run) pool.prepare()
    return review
  })
  route(app, ctx, 'POST /api/review/start', ({ userId, query }) => startReview(ctx, catalogue, userId, whichOf(query)))
  route(app, ctx, 'POST /api/review/answer', async ({ body, userId, query }) => {
    await refuseWhileHeld(userId)
    return answerReview(ctx, catalogue, { userId, ...whichOf(query), ...body })
  })
  route(app, ctx, 'POST /api/review/lab', ({ body, userId, request }) =>
    submitReviewLab(ctx, catalogue, {
      userId,
      ...body,
      check: (job) => pool.replay({ userId, ip: request.ip }, job),
    }),
  )
  route(app, ctx, 'POST /api/review/lab/postpone', ({ userId }) => postponeReviewLab(ctx, catalogue, userId))
}
