import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { endSession, sessionToken, setCookie } from '#platform/session/session'
import { browserHash, markBrowser } from './browser-cookie.ts'
import { currentUserReader } from './current-user.ts'
import { issueNonce } from './issue-nonce.ts'
import { linkWallet } from './link-wallet.ts'
import { loginPath } from './login-redirect.ts'
import { signInWithWallet } from './sign-in-with-wallet.ts'

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  const currentUser = currentUserReader(ctx)

  route(app, ctx, 'GET /api/auth/nonce', async ({ query: { walletAddress, purpose }, request, reply }) => {
    const userId = purpose === 'link' ? await app.resolveSession(request, reply) : undefined
    if (purpose === 'link' && userId === undefined) throw new AppError('UNAUTHORIZED')
    const linkTo = userId === undefined ? null : await currentUser(userId)
    return issueNonce(ctx, { walletAddress, linkTo, browserHash: markBrowser(ctx, request, reply) })
  })

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
    return { message: `Successfully authenticated with your wallet.${bonusText(ctx, bonusAwarded)}`, bonusAwarded }
  })

  for (const key of ['POST /api/auth/link-wallet', 'POST /api/auth/bind-wallet'] as const) {
    route(app, ctx, key, async ({ body, userId, request }) => {
      const { bonusAwarded } = await linkWallet(ctx, {
        userId,
        address: body.walletAddress.toLowerCase(),
        message: body.message,
        signature: body.signature,
        browserHash: browserHash(request),
      })
      return {
        message: `Successfully linked your wallet to your account.${bonusText(ctx, bonusAwarded)}`,
        bonusAwarded,
      }
    })
  }

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

const bonusText = (ctx: Context, isAwarded: boolean): string =>
  isAwarded ? ` You earned ${ctx.limits.walletBonusAp} Aura Points.` : ''
