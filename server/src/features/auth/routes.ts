import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordSession } from '#features/related-accounts'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { loggingRefusal, type SecurityEvent, securityLogOf } from '#platform/http/security/security-log'
import { browserHash, markBrowser } from '#platform/session/browser-cookie'
import { endSession, sessionHash, sessionToken, setCookie } from '#platform/session/session'
import { currentUserReader } from './current-user.ts'
import { loginPath } from './login-redirect.ts'
import { markShown } from './mark-shown.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { issueNonce } from './sign-in/issue-nonce.ts'
import { signInAgain } from './sign-in/sign-in-again.ts'
import { signInWithWallet } from './sign-in/sign-in-with-wallet.ts'
import { cancelReplacement, type LinkOutcome, linkWallet, waitingReplacement } from './wallets/link-wallet.ts'

const LINK_EVENTS = {
  kept: null,
  linked: 'wallet-linked',
  replaced: 'wallet-replaced',
  requested: 'wallet-replacement-requested',
} as const satisfies Record<LinkOutcome['did'], SecurityEvent | null>

export function authRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  providerRoutes(app, ctx)
  const hashOfSession = (request: FastifyRequest): Uint8Array => {
    const hash = sessionHash(ctx, request)
    if (hash === undefined) throw new AppError('UNAUTHORIZED')
    return hash
  }

  route(app, ctx, 'GET /api/auth/nonce', ({ query, userId, session, request, reply }) =>
    issueNonce(ctx, {
      ...query,
      userId,
      signedInAt: session?.signedInAt,
      browserHash: markBrowser(ctx, request, reply),
    }),
  )

  route(app, ctx, 'POST /api/auth/wallet', async ({ body, request, reply }) => {
    const { walletAddress } = body
    const refused = { kind: 'sign-in-refused', by: 'wallet', walletAddress } as const
    const { bonusAwarded, userId, ...pass } = await loggingRefusal(ctx, request, refused, () =>
      signInWithWallet(ctx, {
        walletAddress,
        message: body.message,
        signature: body.signature,
        timeZone: body.timeZone,
        inviteId: body.inviteId,
        browserHash: browserHash(ctx, request),
        userAgent: request.headers['user-agent'] ?? '',
        previousToken: sessionToken(ctx, request),
      }),
    )
    setCookie(ctx, reply, pass)
    await recordSession(ctx, { userId, request, reply })
    securityLogOf(ctx, request)('sign-in', { userId, by: 'wallet', walletAddress })
    const bonus = bonusAwarded ? ` You earned ${ctx.limits.walletBonusAp} Aura Points.` : ''
    return { message: `Successfully authenticated with your wallet.${bonus}`, bonusAwarded }
  })

  for (const call of ['POST /api/auth/link-wallet', 'POST /api/auth/bind-wallet'] as const) {
    route(app, ctx, call, async ({ body, userId, session: { signedInAt }, request, reply }) => {
      const { walletAddress } = body
      const refused = { kind: 'wallet-link-refused', userId, walletAddress } as const
      const { answer, did, pass, ended } = await loggingRefusal(ctx, request, refused, () =>
        linkWallet(ctx, {
          userId,
          walletAddress,
          message: body.message,
          signature: body.signature,
          replacing: body.replacing,
          inviteId: body.inviteId,
          browserHash: browserHash(ctx, request),
          tokenHash: hashOfSession(request),
          signedInAt,
        }),
      )
      if (pass) setCookie(ctx, reply, pass)
      const kind = LINK_EVENTS[did]
      if (kind) securityLogOf(ctx, request)(kind, { userId, walletAddress, ...(ended === undefined ? {} : { ended }) })
      return answer
    })
  }

  passkeyRoutes(app, ctx)

  route(app, ctx, 'GET /api/auth/wallet-replacement', async ({ userId }) => ({
    replacement: await waitingReplacement(ctx, userId),
  }))

  route(app, ctx, 'POST /api/auth/wallet-replacement/cancel', async ({ userId, request }) => {
    const walletAddress = await cancelReplacement(ctx, userId)
    if (walletAddress) securityLogOf(ctx, request)('wallet-replacement-cancelled', { userId, walletAddress })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/auth/sign-in-again', async ({ body: proof, userId, request, reply }) => {
    const by = 'passkey' in proof ? 'passkey' : 'wallet'
    const facts = { userId, by, purpose: 'sign-in-again' } as const
    const again = { userId, tokenHash: hashOfSession(request), proof, browserHash: browserHash(ctx, request) }
    const pass = await loggingRefusal(ctx, request, { kind: 'fresh-proof-refused', ...facts }, () =>
      signInAgain(ctx, again),
    )
    if (!pass) throw new AppError('UNAUTHORIZED')
    setCookie(ctx, reply, pass)
    securityLogOf(ctx, request)('fresh-proof-passed', facts)
    return { ok: true as const }
  })

  const currentUser = currentUserReader(ctx, features)
  route(app, ctx, 'GET /api/auth/user', ({ userId }) => currentUser(userId))

  route(app, ctx, 'POST /api/auth/seen-first', async ({ userId, body }) => ({
    isNew: await markShown(ctx, userId, body.first),
  }))

  route(app, ctx, 'POST /api/auth/logout', async ({ request, reply }) => {
    const userId = await endSession(ctx, request, reply)
    if (userId !== undefined) securityLogOf(ctx, request)('sign-out', { userId })
    return { ok: true as const }
  })

  for (const url of ['/api/login', '/auth']) {
    app.get<{ Querystring: { next?: unknown } }>(url, (request, reply) => {
      const { next } = request.query
      return reply.redirect(loginPath(typeof next === 'string' ? next : undefined))
    })
  }
}
