import type { FastifyInstance } from 'fastify'
import { battleFinder } from '#features/battles'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { presentChange } from './present.ts'
import { shownRating } from './rating.rules.ts'
import { findAgain, findChanges, findRanking } from './store.ts'

const RANKED = 100
/**
 * Milliseconds that a transaction may wait for locks between reading its time and rating, while one with a later time
 * commits first. Less than any battle of rounds takes, so that no later one of the same two counts.
 */
const OVERTAKEN_MS = 8_000

export function ratingRoutes(app: FastifyInstance, ctx: Context): void {
  const ranking = prepared(ctx, ctx.limits.publicCacheMs, async () => {
    const rows = await findRanking(ctx.db, await databaseTime(ctx.db, ctx.clock), RANKED)
    return rows.flatMap(({ person, rated, ...rating }, index) => {
      const shown = shownRating(rating, rated)
      return shown ? [{ rank: index + 1, person, ...shown }] : []
    })
  })
  route(app, ctx, 'GET /api/rating/ranking', () => ranking())
  const findBattle = battleFinder(ctx)
  route(app, ctx, 'GET /api/battles/:id/rating', async ({ params: { id } }) => {
    const battle = await findBattle(id)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    if (battle.bestOf === null) throw new AppError('BATTLE_NOT_ROUNDS')
    const changes = await findChanges(ctx.db, id)
    const { status, absent, challengerId, opponentId, endsAt } = battle
    // Battles that were settled before there were ratings changed none either.
    const until = new Date(endsAt.getTime() + OVERTAKEN_MS)
    const again =
      changes.length === 0 &&
      status === 'completed' &&
      absent === null &&
      (await findAgain(ctx.db, [[challengerId, opponentId]], { at: endsAt, until })).has(0)
    return presentChange(battle, changes, again)
  })
}
