import type { FastifyInstance } from 'fastify'
import { deleteReplacement } from '#features/wallets/public'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { endSession, sessionToken, setCookie } from '#platform/session/session'
import { browserHash, markBrowser } from './browser-cookie.ts'
import { currentUserReader } from './current-user.ts'
import { issueNonce } from './issue-nonce.ts'
import { linkWallet, waitingReplacement } from './link-wallet.ts'
import { loginPath } from './login-redirect.ts'
import { signInWithWallet } from './sign-in-with-wallet.ts'

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/auth/nonce', ({ query, userId, request, reply }) =>
    issueNonce(ctx, { ...query, userId, browserHash: markBrowser(ctx, request, reply) }),
  )

  route(app, ctx, 'POST /api/auth/wallet', async ({ body, request, reply }) => {
    const { token, bonusAwarded } = await signInWithWallet(ctx, {
      walletAddress: body.walletAddress,
      message: body.message,
      signature: body.signature,
      timeZone: body.timeZone,
      browserHash: browserHash(request),
      userAgent: request.headers['user-agent'] ?? '',
      previousToken: sessionToken(request),
    })
    setCookie(ctx, reply, token)
    const bonus = bonusAwarded ? ` You earned ${ctx.limits.walletBonusAp} Aura Points.` : ''
    return { message: `Successfully authenticated with your wallet.${bonus}`, bonusAwarded }
  })

  for (const call of ['POST /api/auth/link-wallet', 'POST /api/auth/bind-wallet'] as const) {
    route(app, ctx, call, ({ body, userId, request }) =>
      linkWallet(ctx, {
        userId,
        walletAddress: body.walletAddress,
        message: body.message,
        signature: body.signature,
        replacing: body.replacing,
        browserHash: browserHash(request),
      }),
    )
  }

  route(app, ctx, 'GET /api/auth/wallet-replacement', async ({ userId }) => ({
    replacement: await waitingReplacement(ctx, userId),
  }))

  route(app, ctx, 'POST /api/auth/wallet-replacement/cancel', async ({ userId }) => {
    await deleteReplacement(ctx.db, userId)
    ctx.live.changed(`user:${userId}`)
    return { ok: true as const }
  })

  const currentUser = currentUserReader(ctx)
  route(app, ctx, 'GET /api/auth/user', ({ userId }) => currentUser(userId))

  route(app, ctx, 'POST /api/auth/logout', async ({ request, reply }) => {
    await endSession(ctx, request, reply)
    return { ok: true as const }
  })

  for (const url of ['/api/login', '/auth']) {
    app.get<{ Querystring: { next?: unknown } }>(url, (request, reply) => {
      const { next } = request.query
      return reply.redirect(loginPath(typeof next === 'string' ? next : undefined))
    })
  }
}
