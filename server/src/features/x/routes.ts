import type { FastifyInstance } from 'fastify'
import { findLinkedAccount } from '#features/providers'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { postTweet } from './post-tweet.ts'
import { X, xClientOf } from './x-provider.ts'

export function xRoutes(app: FastifyInstance, ctx: Context): void {
  const client = xClientOf(ctx)

  route(app, ctx, 'GET /api/social/x-status', async ({ userId }) => {
    const account = await findLinkedAccount(ctx.db, userId, X)
    return { connected: account !== undefined, username: account?.handle ?? null }
  })

  route(app, ctx, 'POST /api/social/post-tweet', async ({ userId, body, outside }) => ({
    tweetId: await postTweet(ctx, client, { userId, text: body.text, outside }),
  }))
}
