import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { auraVouchAbi } from '@aura/contracts/abi'
import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import { contractsOf } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import { Pending, route } from '#platform/http/route'
import { createVouch } from './create-vouch.ts'
import { removeWords } from './remove-words.ts'
import { vouchAmount, vouchesOf, vouchStats } from './vouch-amount.ts'

export function vouchingRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/vouch/contract-info', async () => {
    const { vouch, usdc } = contractsOf(ctx.chain)
    return {
      contractAddress: getAddress(vouch),
      abi: [...auraVouchAbi],
      usdcAddress: getAddress(usdc),
      chainId: ctx.chain.id,
      minimumUsdc: VOUCH_RULES.minUsdc,
      maximumUsdc: VOUCH_RULES.maxUsdc,
      auraPerUsdc: VOUCH_RULES.apPerUsdc,
    }
  })

  route(app, ctx, 'GET /api/vouch/stats/:id', ({ params }) => vouchStats(ctx, params.id))

  route(app, ctx, 'GET /api/users/:id/vouches', ({ params, query, userId }) =>
    vouchesOf(ctx, params.id, { direction: query.direction, viewerId: userId }),
  )

  route(app, ctx, 'GET /api/vouch/amount/:voucherId/:vouchedId', ({ params, userId }) =>
    vouchAmount(ctx, { ...params, viewerId: userId }),
  )

  route(app, ctx, 'POST /api/vouch/create', async ({ body, userId }) => {
    const created = await createVouch(ctx, { ...body, userId })
    return created.status === 'confirming' ? new Pending(created) : created
  })

  route(app, ctx, 'DELETE /api/vouch/words/:id', async ({ params, userId }) => {
    await removeWords(ctx, { id: params.id, userId })
    return { ok: true as const }
  })
}
