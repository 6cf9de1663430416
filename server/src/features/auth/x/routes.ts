import type { XOutcome } from '@aura/api/calls/x'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { isAddress } from 'viem'
import { recordSession } from '#features/related-accounts'
import { findUserWallet } from '#features/wallets'
import { findXAccount, X_CALLBACK, type XClient, xClientOf } from '#features/x'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { loggingRefusal, securityLogOf } from '#platform/http/security/security-log'
import { browserHash, markBrowser } from '#platform/session/browser-cookie'
import { isFresh, type Session, sessionHash, sessionToken, setCookie } from '#platform/session/session'
import { sameSitePath } from '../login-redirect.ts'
import { refuseUnlessXMayReplace } from '../wallets/link-wallet.ts'
import { imageAdopter } from './adopt-image.ts'
import { BackOff } from './back-off.ts'
import { disconnectX } from './disconnect-x.ts'
import { finishXFlow } from './finish-x-flow.ts'
import { fetchedImageUrl } from './person.rules.ts'
import { returnPath } from './return-path.ts'
import { startXFlow, X_PURPOSES, type XPurpose } from './start-x-flow.ts'
import type { XDeed } from './x-trip.ts'

export function xSignInRoutes(app: FastifyInstance, ctx: Context): void {
  pages(app, ctx, xClientOf(ctx))

  route(app, ctx, 'POST /api/auth/disconnect-twitter', async ({ body: { proof }, userId, request, reply }) => {
    const tokenHash = sessionHash(ctx, request)
    if (!tokenHash) throw new AppError('UNAUTHORIZED')
    const disconnected = await loggingRefusal(ctx, request, { kind: 'x-unlink-refused', userId }, () =>
      disconnectX(ctx, { userId, tokenHash, proof, browserHash: browserHash(ctx, request) }),
    )
    if (disconnected?.pass) setCookie(ctx, reply, disconnected.pass)
    const log = securityLogOf(ctx, request)
    if (disconnected && proof) log('fresh-proof-passed', { userId, purpose: 'disconnect-x' })
    if (disconnected) log('x-unlinked', { userId, ended: disconnected.ended })
    return { ok: true as const }
  })
}

/** Registers two addresses that browsers open directly, so every outcome, errors included, leads to a page. */
function pages(app: FastifyInstance, ctx: Context, client: XClient | null): void {
  const { x } = ctx.settings
  const backOff = new BackOff(ctx.limits.xBackOff)
  const adoptImage = imageAdopter(ctx)
  const options: RouteShorthandOptions = {
    onRequest: app.countRequest.auth,
    // A HEAD prefetch must not consume a sign-in.
    exposeHeadRoute: false,
    // Their URLs contain codes and states, which must not be logged.
    logLevel: 'warn',
    errorHandler: async (error, request, reply) => {
      const outcome = error instanceof AppError && error.code === 'RATE_LIMITED' ? 'busy' : 'failed'
      if (outcome === 'failed') request.log.error({ err: error }, 'sign-in with X failed')
      return leave(
        reply,
        returnPath(nextOf(request), { outcome, isSignedIn: sessionToken(ctx, request) !== undefined }),
      )
    },
  }

  app.get('/api/auth/twitter', options, async (request, reply) => {
    const session = await app.resolveSession(request, reply)
    const userId = session?.userId
    const next = nextOf(request)
    const refuse = (outcome: XOutcome) => leave(reply, returnPath(next, { outcome, isSignedIn: userId !== undefined }))
    if (!client) return refuse('off')
    if (isRestricted(session)) return refuse('restricted')
    // Another site must not choose what is linked.
    if (request.headers['sec-fetch-site'] === 'cross-site') return refuse('state')
    if (backOff.isWaiting(ctx.clock.elapsedMs())) return refuse('down')
    const { timeZone } = request.query as { timeZone?: unknown }
    const confirms = wantedOf(request)
    const fault = await (confirms.purpose === 'enter'
      ? linkFault(ctx, session)
      : confirmationFault(ctx, userId, confirms.purpose))
    if (fault) return refuse(fault)
    const start = {
      userId,
      ...confirms,
      browserHash: markBrowser(ctx, request, reply),
      timeZone: typeof timeZone === 'string' ? timeZone : undefined,
      next,
    }
    return leave(reply, await startXFlow(ctx, client, start))
  })

  app.get(X_CALLBACK, options, async (request, reply) => {
    const session = await app.resolveSession(request, reply)
    const userId = session?.userId
    const refuse = (outcome: XOutcome) => leave(reply, returnPath(null, { outcome, isSignedIn: userId !== undefined }))
    if (!client) return refuse('off')
    if (isRestricted(session)) return refuse('restricted')
    const { outcome, next, pass, newcomer, did } = await finishXFlow(
      ctx,
      { client, backOff },
      {
        query: new URL(request.url, ctx.settings.origin).searchParams,
        browserHash: browserHash(ctx, request),
        userId,
        signedInAt: session?.signedInAt,
        userAgent: request.headers['user-agent'] ?? '',
        previousToken: sessionToken(ctx, request),
        tokenHash: sessionHash(ctx, request),
      },
    )
    if (pass) setCookie(ctx, reply, pass)
    if (did?.kind === 'sign-in') await recordSession(ctx, { userId: did.userId, request, reply })
    logTrip(ctx, request, { userId, outcome, did })
    const imageUrl = x && newcomer ? fetchedImageUrl(newcomer.imageUrl, x.imageOrigin) : null
    if (newcomer && imageUrl !== null) {
      // A failing image does not block signing in.
      await adoptImage(newcomer.userId, imageUrl).catch((error) =>
        request.log.warn({ err: error }, 'failed to import a profile image from X'),
      )
    }
    return leave(reply, returnPath(next, { outcome, isSignedIn: userId !== undefined }))
  })
}

function wantedOf(request: FastifyRequest): { purpose: XPurpose; subject: string | null } {
  const { purpose: wanted, wallet } = request.query as { purpose?: unknown; wallet?: unknown }
  const purpose = X_PURPOSES.find((known) => known === wanted) ?? 'enter'
  const subject = typeof wallet === 'string' && isAddress(wallet, { strict: false }) ? wallet.toLowerCase() : null
  return { purpose, subject: purpose === 'bind-wallet' ? subject : null }
}

/** Refuses early what `linkX` would refuse, so that the user isn't sent to X in vain. */
async function linkFault(ctx: Context, session: Session | undefined): Promise<XOutcome | null> {
  if (!session || isFresh(ctx, session.signedInAt)) return null
  return (await findXAccount(ctx.db, session.userId)) ? null : 'stale'
}

async function confirmationFault(
  ctx: Context,
  userId: string | undefined,
  purpose: XPurpose,
): Promise<XOutcome | null> {
  if (userId === undefined) return 'state'
  if (!(await findXAccount(ctx.db, userId))) return 'not-you'
  if (purpose !== 'bind-wallet' || (await findUserWallet(ctx.db, userId)) === undefined) return null
  try {
    await refuseUnlessXMayReplace(ctx, ctx.db, userId, await databaseTime(ctx.db, ctx.clock))
    return null
  } catch (error) {
    if (error instanceof AppError) return 'recent'
    throw error
  }
}

function logTrip(
  ctx: Context,
  request: FastifyRequest,
  { userId, outcome, did }: { userId: string | undefined; outcome: XOutcome | null; did: XDeed | undefined },
): void {
  const log = securityLogOf(ctx, request)
  if (did?.kind === 'fresh-proof') {
    log('fresh-proof-passed', { userId: did.userId, by: 'x', purpose: did.purpose })
  } else if (did) {
    log(did.kind, { userId: did.userId, by: 'x' })
  } else if (outcome !== null && outcome !== 'linked') {
    const refusedEntry = userId === undefined ? 'sign-in-refused' : 'x-link-refused'
    log(outcome === 'not-you' ? 'fresh-proof-refused' : refusedEntry, { userId, by: 'x', reason: outcome })
  }
}

/** Returns whether the user is restricted. Linking would change their name and image. */
const isRestricted = (session: Session | undefined) => session !== undefined && session.restriction !== null

function nextOf(request: FastifyRequest): string | undefined {
  const { next } = request.query as { next?: unknown }
  return typeof next === 'string' ? sameSitePath(next) : undefined
}

const leave = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(path)
