import type { Rounds } from '@aura/api/calls/battles/rounds'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { sideOf } from '../battle.rules.ts'
import { battleFinder } from '../find-battle.ts'
import { answerRound } from './answer-round.ts'
import { beReady } from './be-ready.ts'
import { crowdAnswers } from './crowd-answers.ts'
import { listMissed, reviewMissed } from './missed.ts'
import { pinger } from './pings.ts'
import { readRounds, roundsBattle } from './read-rounds.ts'
import { addPing, findSeats } from './rounds-store.ts'

/** Registers the calls of battles decided by knowledge. */
export function roundsRoutes(app: FastifyInstance, ctx: Context): void {
  const findBattle = battleFinder(ctx)
  const ping = pinger(ctx)
  const answerAsViewer = crowdAnswers(ctx)
  const read = (battleId: string, userId: string | undefined): Promise<Rounds> => readRounds(ctx, battleId, userId)

  route(app, ctx, 'GET /api/battles/:id/rounds', ({ params, userId }) => read(params.id, userId))

  route(app, ctx, 'POST /api/battles/:id/rounds/ready', async ({ params, userId }) => {
    await beReady(ctx, { battleId: params.id, userId })
    return read(params.id, userId)
  })

  route(app, ctx, 'POST /api/battles/:id/rounds/ping', async ({ params, body, userId }) => {
    const battle = roundsBattle(await findBattle(params.id))
    const side = sideOf(battle, userId)
    if (!side) throw new AppError('BATTLE_PARTICIPANTS_ONLY')
    const serverTime = (await databaseTime(ctx.db, ctx.clock)).toISOString()
    const find = async () => (await findSeats(ctx.db, battle.id))[side].pings
    const add = (ms: number) => addPing(ctx.db, battle.id, { side, ms })
    return { ...(await ping({ id: battle.id, userId, token: body.token, find, add })), serverTime }
  })

  route(app, ctx, 'POST /api/battles/:id/rounds/:number/answer', async ({ params, body, userId }) => {
    const battle = roundsBattle(await findBattle(params.id))
    const { id: battleId, number } = params
    const side = sideOf(battle, userId)
    if (side) return { choice: await answerRound(ctx, { battleId, number, side, choice: body.choice }) }
    const cheersFor = body.cheersForId ? sideOf(battle, body.cheersForId) : null
    if (cheersFor === undefined) throw new AppError('REACTION_TO_OUTSIDER')
    return { choice: await answerAsViewer({ battleId, number, userId, choice: body.choice, cheersFor }) }
  })

  route(app, ctx, 'GET /api/battles/:id/rounds/missed', ({ params, userId }) =>
    listMissed(ctx, { battleId: params.id, userId }),
  )
  route(app, ctx, 'POST /api/battles/:id/rounds/missed', async ({ params, userId }) => ({
    cards: await reviewMissed(ctx, { battleId: params.id, userId }),
  }))
}
