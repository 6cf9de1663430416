import type { FastifyInstance } from 'fastify'
import { personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { blockPerson, listBlocked, unblockPerson } from './block-person.ts'
import { findBlockBetween } from './block-store.ts'
import { followPerson, listFollows, unfollowPerson } from './follow-person.ts'
import { countFollows, findFollowsBetween, setHidden } from './follow-store.ts'
import { listMuted, mutePerson } from './mute-person.ts'
import { deleteMute, isMuted } from './mute-store.ts'
import { readFeed } from './read-feed.ts'

export function followsRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  route(app, ctx, 'GET /api/feed', ({ userId }) => readFeed(ctx, features, userId))

  route(app, ctx, 'GET /api/blocks', ({ userId, query }) => listBlocked(ctx, userId, query.before))

  route(app, ctx, 'PUT /api/blocks/:id', async ({ userId, params }) => {
    await blockPerson(ctx, { blockerId: userId, blockedId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/blocks/:id', async ({ userId, params }) => {
    await unblockPerson(ctx, { blockerId: userId, blockedId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/mutes', ({ userId, query }) => listMuted(ctx, userId, query.before))

  route(app, ctx, 'PUT /api/mutes/:id', async ({ userId, params }) => {
    await mutePerson(ctx, { muterId: userId, mutedId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/mutes/:id', async ({ userId, params }) => {
    await deleteMute(ctx.db, { muterId: userId, mutedId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/users/:id/relation', async ({ userId, params }) => {
    if (!(await personExists(ctx.db, params.id))) throw new AppError('USER_NOT_FOUND')
    const { isMine } = await findBlockBetween(ctx.db, userId, params.id)
    const muted = await isMuted(ctx.db, { muterId: userId, mutedId: params.id })
    return { isBlocked: isMine, isMuted: muted, ...(await findFollowsBetween(ctx.db, userId, params.id)) }
  })

  route(app, ctx, 'PUT /api/follows/:id', async ({ userId, params }) => {
    await followPerson(ctx, { followerId: userId, followedId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/follows/:id', async ({ userId, params }) => {
    await unfollowPerson(ctx, { followerId: userId, followedId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/follows/settings', async ({ userId }) => {
    const { areFollowersHidden } = await countFollows(ctx.db, userId)
    return { hidesFollowers: areFollowersHidden }
  })

  route(app, ctx, 'PUT /api/follows/settings', async ({ userId, body }) => {
    await setHidden(ctx.db, userId, body.hidesFollowers)
    return body
  })

  route(app, ctx, 'GET /api/users/:id/followers', ({ userId, params, query }) =>
    listFollows(ctx, 'followers', { userId: params.id, viewerId: userId, before: query.before }),
  )

  route(app, ctx, 'GET /api/users/:id/following', ({ userId, params, query }) =>
    listFollows(ctx, 'following', { userId: params.id, viewerId: userId, before: query.before }),
  )
}
