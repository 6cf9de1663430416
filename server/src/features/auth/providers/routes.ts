import type { ProviderOutcome } from '@aura/api/calls/providers'
import type { Proof } from '@aura/api/proof'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { isAddress } from 'viem'
import { callbackPath, clientOf, findLinkedAccount, ProviderFailure } from '#features/providers'
import { recordSession } from '#features/related-accounts'
import { providersOf, X } from '#features/x'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { loggingRefusal, securityLogOf } from '#platform/http/security/security-log'
import { browserHash, markBrowser } from '#platform/session/browser-cookie'
import { isFresh, type Session, sessionHash, sessionToken, setCookie } from '#platform/session/session'
import { sameSitePath } from '../login-redirect.ts'
import { imageAdopter } from './adopt-image.ts'
import { BackOff } from './back-off.ts'
import { disconnect } from './disconnect.ts'
import { finishFlow } from './finish-flow.ts'
import { confirmationFault } from './may-confirm.ts'
import { fetchedImageUrl } from './person.rules.ts'
import { PROVIDER_PURPOSES, type ProviderPurpose } from './purposes.ts'
import { returnPath } from './return-path.ts'
import { startFlow } from './start-flow.ts'
import type { Deed, Way } from './trip.ts'

interface Disconnect {
  userId: string
  provider: string
  proof: Proof | undefined
  request: FastifyRequest
  reply: FastifyReply
}

export function providerRoutes(app: FastifyInstance, ctx: Context): void {
  pages(app, ctx)

  const end = async ({ userId, provider, proof, request, reply }: Disconnect) => {
    const tokenHash = sessionHash(ctx, request)
    if (!tokenHash) throw new AppError('UNAUTHORIZED')
    const disconnected = await loggingRefusal(ctx, request, { kind: 'provider-unlink-refused', userId }, () =>
      disconnect(ctx, { userId, provider, tokenHash, proof, browserHash: browserHash(ctx, request) }),
    )
    if (disconnected?.pass) setCookie(ctx, reply, disconnected.pass)
    const log = securityLogOf(ctx, request)
    if (disconnected && proof) log('fresh-proof-passed', { userId, purpose: 'disconnect' })
    if (disconnected) log('provider-unlinked', { userId, by: provider, ended: disconnected.ended })
    return { ok: true as const }
  }

  route(app, ctx, 'POST /api/auth/disconnect-twitter', ({ body: { proof }, userId, request, reply }) =>
    end({ userId, provider: X, proof, request, reply }),
  )

  route(app, ctx, 'POST /api/auth/disconnect', ({ body: { provider, proof }, userId, request, reply }) =>
    end({ userId, provider, proof, request, reply }),
  )
}

/** Registers addresses that browsers open directly, so every outcome, errors included, leads to a page. */
function pages(app: FastifyInstance, ctx: Context): void {
  const ways = new Map<string, Way>(
    providersOf(ctx.settings).map((provider) => [
      provider.id,
      { client: clientOf(ctx, provider), backOff: new BackOff(ctx.limits.providerBackOff) },
    ]),
  )
  const adoptImage = imageAdopter(ctx)
  const options: RouteShorthandOptions = {
    onRequest: app.countRequest.auth,
    // A HEAD prefetch must not consume a sign-in.
    exposeHeadRoute: false,
    // Their URLs contain codes and states, which must not be logged.
    logLevel: 'warn',
    errorHandler: async (error, request, reply) => {
      const outcome = error instanceof AppError && error.code === 'RATE_LIMITED' ? 'busy' : 'failed'
      if (outcome === 'failed') request.log.error({ err: error }, 'sign-in with a provider failed')
      const isSignedIn = sessionToken(ctx, request) !== undefined
      return leave(reply, returnPath(nextOf(request), { from: idOf(request), outcome, isSignedIn }))
    },
  }

  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await app.resolveSession(request, reply)
    const userId = session?.userId
    const next = nextOf(request)
    const from = idOf(request)
    const way = ways.get(from)
    const refuse = (outcome: ProviderOutcome) =>
      leave(reply, returnPath(next, { from, outcome, isSignedIn: userId !== undefined }))
    if (!way) return refuse('off')
    if (isRestricted(session)) return refuse('restricted')
    // Another site must not choose what is linked.
    if (request.headers['sec-fetch-site'] === 'cross-site') return refuse('state')
    if (way.backOff.isWaiting(ctx.clock.elapsedMs())) return refuse('down')
    const { timeZone } = request.query as { timeZone?: unknown }
    const wanted = wantedOf(request)
    const fault = await startFault(ctx, session, { ...wanted, provider: way.client.settings.key })
    if (fault) return refuse(fault)
    try {
      const address = await startFlow(ctx, way.client, {
        userId,
        ...wanted,
        browserHash: markBrowser(ctx, request, reply),
        timeZone: typeof timeZone === 'string' ? timeZone : undefined,
        next,
      })
      return leave(reply, address)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      request.log.warn({ err: error, provider: from }, 'a provider does not say where to send people')
      way.backOff.failed(ctx.clock.elapsedMs())
      return refuse('down')
    }
  }

  const finish = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await app.resolveSession(request, reply)
    const userId = session?.userId
    const from = idOf(request)
    const way = ways.get(from)
    const isSignedIn = userId !== undefined
    const refuse = (outcome: ProviderOutcome) => leave(reply, returnPath(null, { from, outcome, isSignedIn }))
    if (!way) return refuse('off')
    if (isRestricted(session)) return refuse('restricted')
    const { outcome, next, pass, newcomer, did } = await finishFlow(ctx, way, {
      query: new URL(request.url, ctx.settings.origin).searchParams,
      browserHash: browserHash(ctx, request),
      userId,
      signedInAt: session?.signedInAt,
      userAgent: request.headers['user-agent'] ?? '',
      previousToken: sessionToken(ctx, request),
      tokenHash: sessionHash(ctx, request),
    })
    if (pass) setCookie(ctx, reply, pass)
    if (did?.kind === 'sign-in') await recordSession(ctx, { userId: did.userId, request, reply })
    logTrip(ctx, request, { userId, by: from, outcome, did })
    const imageUrl = newcomer ? fetchedImageUrl(newcomer.imageUrl, way.client.settings.imageOrigin) : null
    if (newcomer && imageUrl !== null) {
      // A failing image does not block signing in.
      await adoptImage(newcomer.userId, imageUrl).catch((error) =>
        request.log.warn({ err: error }, 'failed to import a profile image from a provider'),
      )
    }
    return leave(reply, returnPath(next, { from, outcome, isSignedIn }))
  }

  app.get('/api/auth/twitter', options, start)
  app.get(callbackPath(X), options, finish)
  app.get('/api/auth/with/:id', options, start)
  app.get(callbackPath(':id'), options, finish)
}

/** Returns the provider's id in the address. X has addresses of its own. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id?: string }
  if (id === undefined) return X
  return id === X ? '' : id
}

interface Wanted {
  purpose: ProviderPurpose
  subject: string | null
}

/** A confirmation is for one wallet to link, or one provider to disconnect. */
function wantedOf(request: FastifyRequest): Wanted {
  const { purpose: wanted, wallet, provider } = request.query as Record<string, unknown>
  const purpose = PROVIDER_PURPOSES.find((known) => known === wanted) ?? 'enter'
  if (purpose === 'disconnect') return { purpose, subject: typeof provider === 'string' ? provider : null }
  const isWallet = purpose === 'bind-wallet' && typeof wallet === 'string' && isAddress(wallet, { strict: false })
  return { purpose, subject: isWallet ? wallet.toLowerCase() : null }
}

/** Refuses early what would be refused later, so that the user isn't sent away in vain. */
async function startFault(
  ctx: Context,
  session: Session | undefined,
  { provider, purpose }: Wanted & { provider: string },
): Promise<ProviderOutcome | null> {
  if (purpose !== 'enter') {
    return session ? confirmationFault(ctx, ctx.db, { userId: session.userId, provider, purpose }) : 'state'
  }
  if (!session || isFresh(ctx, session.signedInAt)) return null
  return (await findLinkedAccount(ctx.db, session.userId, provider)) ? null : 'stale'
}

interface Trip {
  userId: string | undefined
  /** The provider's id. */
  by: string
  outcome: ProviderOutcome | null
  did: Deed | undefined
}

function logTrip(ctx: Context, request: FastifyRequest, { userId, by, outcome, did }: Trip): void {
  const log = securityLogOf(ctx, request)
  if (did?.kind === 'fresh-proof') {
    log('fresh-proof-passed', { userId: did.userId, by, purpose: did.purpose })
  } else if (did) {
    log(did.kind, { userId: did.userId, by })
  } else if (outcome !== null && outcome !== 'linked') {
    const refusedEntry = userId === undefined ? 'sign-in-refused' : 'provider-link-refused'
    const isProof = outcome === 'not-you' || outcome === 'newer' || outcome === 'recent'
    log(isProof ? 'fresh-proof-refused' : refusedEntry, { userId, by, reason: outcome })
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
