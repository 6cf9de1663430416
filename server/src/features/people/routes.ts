import type { FastifyInstance } from 'fastify'
import { ethUsdPrice } from '#platform/chain/eth-price'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { changeAbout } from './about.ts'
import { auraHistoryOf, battlesOf, forVisitors, profileOf } from './people.ts'
import { searchUsers } from './search-users.ts'

export function peopleRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  // A separate call, so that no profile waits for the network.
  const price = ethUsdPrice(ctx)
  route(app, ctx, 'GET /api/eth-price', async () => ({ usd: await price() }))
  route(app, ctx, 'GET /api/users/search', ({ query }) => searchUsers(ctx, query))
  route(app, ctx, 'GET /api/users/:id', async ({ params, userId }) => {
    const profile = await profileOf(ctx, features, params.id)
    return userId === undefined ? forVisitors(profile) : profile
  })
  route(app, ctx, 'PUT /api/user/about', ({ body, userId }) => changeAbout(ctx, userId, body))
  route(app, ctx, 'GET /api/users/:id/aura', ({ params }) => auraHistoryOf(ctx, params.id))
  route(app, ctx, 'GET /api/users/:id/battles', ({ params }) => battlesOf(ctx, params.id))
}
