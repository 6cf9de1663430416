import type { FastifyInstance } from 'fastify'
import { battleFinder } from '#features/battles'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { refuseStale, route } from '#platform/http/route'
import type { Session } from '#platform/session/session'
import { kickRoutes } from './chat/kick/kick-webhook.ts'
import { readOwnChannels, startChat, stopChat } from './chat/start-chat.ts'
import { cheerCounter } from './cheers/cheer-counter.ts'
import { readCheers } from './cheers/read-cheers.ts'
import { mutePerson, unmutePerson } from './comments/mute-person.ts'
import { postComment } from './comments/post-comment.ts'
import { readComments, readOwnComments } from './comments/read-comments.ts'

export function crowdRoutes(app: FastifyInstance, ctx: Context): void {
  cheerCounter(ctx.live)
  kickRoutes(app, ctx)
  const findBattle = battleFinder(ctx)
  const battleOf = async (id: string) => {
    const battle = await findBattle(id)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    return battle
  }
  const isAdmin = (userId: string) => app.accessRules.isAdmin(userId)
  const muteInput = async (userId: string, session: Session) => ({
    ...{ userId, byId: session.userId, isAdmin: await isAdmin(session.userId) },
    requireFresh: () => refuseStale(ctx, session, 'PUT'),
  })

  route(app, ctx, 'GET /api/battles/:id/comments', async ({ params }) =>
    readComments(ctx, (await battleOf(params.id)).id),
  )

  route(app, ctx, 'GET /api/battles/:id/comments/own', async ({ params, userId }) =>
    readOwnComments(ctx, await battleOf(params.id), { userId, isAdmin: await isAdmin(userId) }),
  )

  route(app, ctx, 'POST /api/battles/:id/comments', async ({ params, body, userId }) =>
    postComment(ctx, await battleOf(params.id), { authorId: userId, text: body.text }),
  )

  route(app, ctx, 'GET /api/battles/:id/cheers', async ({ params }) => readCheers(ctx, await battleOf(params.id)))

  route(app, ctx, 'GET /api/battles/:id/chats', async ({ params, userId }) =>
    readOwnChannels(ctx, await battleOf(params.id), userId),
  )

  route(app, ctx, 'PUT /api/battles/:id/chats/:provider', async ({ params, userId }) => {
    await startChat(ctx, await battleOf(params.id), { provider: params.provider, userId })
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/battles/:id/chats/:provider', async ({ params, userId }) => {
    await stopChat(ctx, await battleOf(params.id), { provider: params.provider, userId })
    return { ok: true as const }
  })

  route(app, ctx, 'PUT /api/battles/:id/mutes/:userId', async ({ params, session }) => {
    const input = await muteInput(params.userId, session)
    await mutePerson(ctx, await battleOf(params.id), input)
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/battles/:id/mutes/:userId', async ({ params, session }) => {
    const input = await muteInput(params.userId, session)
    await unmutePerson(ctx, await battleOf(params.id), input)
    return { ok: true as const }
  })
}
