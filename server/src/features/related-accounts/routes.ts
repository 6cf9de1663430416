import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { findOwnRelations, insertAppeal } from './appeal-store.ts'
import { findPair, lockRevision } from './store.ts'

export function relatedAccountsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/related-accounts', ({ userId }) => ownRelations(ctx, userId))

  route(app, ctx, 'POST /api/related-accounts/:id/appeal', async ({ params, body, userId }) => {
    await appeal(ctx, { userId, otherId: params.id, text: body.text })
    return ownRelations(ctx, userId)
  })
}

const ownRelations = async (ctx: Context, userId: string) =>
  findOwnRelations(ctx.db, userId, await databaseTime(ctx.db, ctx.clock))

/** Throws RELATION_NOT_FOUND, also for a pair that isn't related any more, and RELATION_APPEALED. */
async function appeal(
  ctx: Context,
  { userId, otherId, text }: { userId: string; otherId: string; text: string },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    // An admin who clears the pair meanwhile answers this appeal, or this appeal finds it cleared.
    await lockRevision(tx)
    if (!(await findPair(tx, userId, otherId))?.isRelated) throw new AppError('RELATION_NOT_FOUND')
    if (!(await insertAppeal(tx, { userId, otherId, text }, ctx.clock.sqlNow())))
      throw new AppError('RELATION_APPEALED')
  })
}
