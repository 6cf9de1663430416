import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renamePasskey } from '#features/passkeys'
import { recordSession } from '#features/related-accounts'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { loggingRefusal, securityLogOf } from '#platform/http/security/security-log'
import { browserHash, markBrowser } from '#platform/session/browser-cookie'
import { sessionHash, sessionToken, setCookie } from '#platform/session/session'
import { type Joined, joinWithPasskey } from './join-with-passkey.ts'
import { addPasskey, listPasskeys, removePasskey } from './manage-passkeys.ts'
import { creationOptions, requestOptions } from './passkey-options.ts'
import { takePasskeyWallet } from './passkey-wallet.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

export function passkeyRoutes(app: FastifyInstance, ctx: Context): void {
  const browserOf = (request: FastifyRequest) => ({
    browserHash: browserHash(ctx, request),
    userAgent: request.headers['user-agent'] ?? '',
    previousToken: sessionToken(ctx, request),
  })

  async function enter(request: FastifyRequest, reply: FastifyReply, entry: () => Promise<Joined>) {
    const refused = { kind: 'sign-in-refused', by: 'passkey' } as const
    const { bonusAwarded, userId, ...pass } = await loggingRefusal(ctx, request, refused, entry)
    setCookie(ctx, reply, pass)
    await recordSession(ctx, { userId, request, reply })
    securityLogOf(ctx, request)('sign-in', { userId, by: 'passkey' })
    const bonus = bonusAwarded ? ` You earned ${ctx.limits.walletBonusAp} Aura Points.` : ''
    return {
      message: `Successfully signed in with your passkey.${bonus}`,
      bonusAwarded,
    }
  }

  route(app, ctx, 'GET /api/auth/passkey/creation', ({ query, userId, session, request, reply }) =>
    creationOptions(ctx, {
      ...query,
      userId,
      signedInAt: session?.signedInAt,
      browserHash: markBrowser(ctx, request, reply),
    }),
  )

  route(app, ctx, 'GET /api/auth/passkey/challenge', ({ query, userId, request, reply }) =>
    requestOptions(ctx, {
      replacedBy: undefined,
      provider: undefined,
      ...query,
      userId,
      browserHash: markBrowser(ctx, request, reply),
    }),
  )

  route(app, ctx, 'POST /api/auth/passkey/join', ({ body: { passkey, timeZone, inviteId }, request, reply }) =>
    enter(request, reply, () => joinWithPasskey(ctx, { passkey, timeZone, inviteId, ...browserOf(request) })),
  )

  route(app, ctx, 'POST /api/auth/passkey/sign-in', ({ body: { passkey }, request, reply }) =>
    enter(request, reply, () => signInWithPasskey(ctx, { passkey, ...browserOf(request) })),
  )

  route(app, ctx, 'GET /api/passkeys', ({ userId }) => listPasskeys(ctx, userId))

  route(app, ctx, 'POST /api/passkeys', async ({ body: { passkey }, userId, session: { signedInAt }, request }) => {
    const added = await loggingRefusal(ctx, request, { kind: 'passkey-add-refused', userId }, () =>
      addPasskey(ctx, { userId, signedInAt, passkey, ...browserOf(request) }),
    )
    securityLogOf(ctx, request)('passkey-added', { userId })
    return added
  })

  route(app, ctx, 'POST /api/passkeys/:id/rename', async ({ params: { id }, body: { name }, userId }) => {
    if (!(await renamePasskey(ctx.db, { id, userId, name }))) throw new AppError('PASSKEY_NOT_FOUND')
    return { ok: true as const }
  })

  route(
    app,
    ctx,
    'POST /api/passkeys/:id/remove',
    async ({ params: { id }, body: { proof }, userId, request, reply }) => {
      const tokenHash = sessionHash(ctx, request)
      if (!tokenHash) throw new AppError('UNAUTHORIZED')
      const { pass, ended } = await loggingRefusal(ctx, request, { kind: 'passkey-remove-refused', userId }, () =>
        removePasskey(ctx, { userId, id, tokenHash, proof, browserHash: browserHash(ctx, request) }),
      )
      if (pass) setCookie(ctx, reply, pass)
      const log = securityLogOf(ctx, request)
      log('fresh-proof-passed', { userId, purpose: 'remove-passkey' })
      log('passkey-removed', { userId, ended })
      return { ok: true as const }
    },
  )

  route(app, ctx, 'POST /api/passkeys/:id/wallet', async ({ params: { id }, body: { inviteId }, userId, request }) => {
    const bound = await loggingRefusal(ctx, request, { kind: 'wallet-link-refused', userId, by: 'passkey' }, () =>
      takePasskeyWallet(ctx, { userId, id, inviteId }),
    )
    const { walletAddress } = bound
    securityLogOf(ctx, request)('wallet-linked', { userId, walletAddress, by: 'passkey' })
    return bound
  })
}
