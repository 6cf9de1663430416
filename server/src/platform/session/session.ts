import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { batched } from '../db/batched.ts'
import type { Tx } from '../db/db.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSessions,
  insertSession,
  type SessionRow,
} from './store.ts'

const COOKIE = 'aura_session'
/** 256 bits: not to be guessed. */
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/** The session token a request brings, else undefined. Its shape is checked, its life is not. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIE]
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : undefined
}

/** Tells whose live session a request brings, undefined for nobody's. */
export type SessionResolver = (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>

/**
 * Makes the resolver of an app. Using a session prolongs it; that is written down at most once per
 * `limits.sessionTouchMs`.
 */
export function sessionResolver(ctx: Context): SessionResolver {
  const find = batched<Uint8Array, SessionRow>((hashes) => findSessions(ctx.db, hashes, ctx.clock.sqlNow()))
  return async (request, reply) => {
    const token = sessionToken(request)
    if (token === undefined) return undefined
    const tokenHash = hashOf(token)
    const session = await find(tokenHash)
    if (!session) return undefined
    if (ctx.clock.now().getTime() - session.lastUsedAt.getTime() >= ctx.limits.sessionTouchMs) {
      await extendSession(ctx.db, { tokenHash, now: ctx.clock.sqlNow(), lifeMs: ctx.limits.sessionMs })
      setCookie(ctx, reply, token)
    }
    return session.userId
  }
}

/** Opens a session and ends the one that was open before it, in the caller's transaction. Answers the new token. */
export async function rotateSession(
  ctx: Context,
  tx: Tx,
  { userId, userAgent, previousToken }: { userId: string; userAgent: string; previousToken: string | undefined },
): Promise<string> {
  const now = ctx.clock.sqlNow()
  if (previousToken !== undefined) await deleteSession(tx, hashOf(previousToken))
  await deleteExpiredSessions(tx, now)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await insertSession(tx, {
    tokenHash: hashOf(token),
    userId,
    // Shown to the person later, so that they know their browsers apart; no reason to keep a novel.
    userAgent: userAgent.slice(0, 300),
    now,
    lifeMs: ctx.limits.sessionMs,
  })
  return token
}

export async function endSession(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = sessionToken(request)
  if (token !== undefined) await deleteSession(ctx.db, hashOf(token))
  reply.clearCookie(COOKIE, cookieOptions(ctx))
}

export function setCookie(ctx: Context, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, { ...cookieOptions(ctx), maxAge: Math.floor(ctx.limits.sessionMs / 1_000) })
}

const cookieOptions = (ctx: Context) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: ctx.settings.origin.startsWith('https:') }) as const
