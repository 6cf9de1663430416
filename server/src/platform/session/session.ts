import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { batchLoader } from '../db/batch-loader.ts'
import type { Tx } from '../db/db.ts'
import { cookieName, cookieOptions, type Site } from '../http/security/cookies.ts'
import type { AccessRules } from './access-rules.ts'
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsExcept,
  extendSessions,
  findSessions,
  findSessionsOf,
  insertSession,
  type ListedSession,
  replaceToken,
  type SessionRow,
} from './store.ts'
import { tokenHash, tokenHashHex } from './token-hash.ts'

const COOKIE = 'aura_session'
/** A hint that scripts can read: without it every visitor would request their session, a 401. It grants nothing. */
const HINT = 'aura_signed_in'
/** Bytes of a token: 256 random bits. */
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** Returns the session's token. Checks its format only, not whether the session is live. */
export function sessionToken(ctx: Site, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(ctx, COOKIE)]
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : undefined
}

export function sessionHash(ctx: Site, request: FastifyRequest): Uint8Array | undefined {
  const token = sessionToken(ctx, request)
  return token === undefined ? undefined : tokenHash(token)
}

/** Returns the users of sessions without prolonging them. */
export async function findSessionUsers(
  ctx: Context,
  tokenHashes: readonly Uint8Array[],
): Promise<(string | undefined)[]> {
  const hexes = tokenHashes.map((hash) => Buffer.from(hash).toString('hex'))
  const sessions = await findSessions(ctx.db, hexes, ctx.clock.sqlNow())
  return sessions.map((session) => session?.userId)
}

/** Returns a function that reads sessions in batches, without prolonging them. */
export const sessionsReader = (ctx: Context) =>
  batchLoader<Uint8Array, string>((hashes) => findSessionUsers(ctx, hashes))

export type Session = Pick<SessionRow, 'userId' | 'signedInAt' | 'restriction'>

/** Returns whether the sign-in is recent enough for actions that a stolen session must not allow. */
export const isFresh = ({ clock, limits }: Pick<Context, 'clock' | 'limits'>, signedInAt: Date): boolean =>
  clock.now().getTime() - signedInAt.getTime() <= limits.freshSignInMs

export type SessionResolver = (request: FastifyRequest, reply: FastifyReply) => Promise<Session | undefined>

/** Returns a function that resolves sessions. Use prolongs one, stored at most once per `limits.sessionTouchMs`. */
export function sessionResolver(ctx: Context, { restriction, usedAgain }: AccessRules): SessionResolver {
  const find = batchLoader<string, SessionRow>((hexes) => findSessions(ctx.db, hexes, ctx.clock.sqlNow(), restriction))
  // In batches too: a crowd that has only watched for a while answers a question at the same moment.
  const extend = batchLoader<string, never>(async (hexes) => {
    await extendSessions(ctx.db, hexes, { now: ctx.clock.sqlNow(), lifeMs: ctx.limits.sessionMs })
    return []
  })
  return async (request, reply) => {
    const token = sessionToken(ctx, request)
    const session = token === undefined ? undefined : await find(tokenHashHex(token))
    const isHinted = request.cookies[cookieName(ctx, HINT)] !== undefined
    if (token === undefined || !session) {
      // The session is over, so the page need not ask again.
      if (isHinted) reply.clearCookie(cookieName(ctx, HINT), hintOptions(ctx))
      return undefined
    }
    const now = ctx.clock.now()
    if (now.getTime() - session.lastUsedAt.getTime() >= ctx.limits.sessionTouchMs) {
      await extend(tokenHashHex(token))
      setCookie(ctx, reply, { token, endsAt: session.endsAt })
      const isNewDay = utcDay(now) !== utcDay(session.lastUsedAt)
      if (isNewDay) await usedAgain({ userId: session.userId, request, reply })
    } else if (!isHinted) {
      // Restores a lost hint, for example after a response crossed a sign-in, since a live session would look like
      // none.
      setHint(ctx, reply, session.endsAt)
    }
    return session
  }
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10)

export interface SessionPass {
  token: string
  endsAt: Date
}

/**
 * Ends the previous session in the caller's transaction. Returns the new token and the user of the ended session, for
 * whom the caller publishes `ctx.live.changed(`sessions:${id}`)` after the commit.
 */
export async function rotateSession(
  ctx: Context,
  tx: Tx,
  {
    userId,
    userAgent,
    previousToken,
    maxMs,
  }: { userId: string; userAgent: string; previousToken: string | undefined; maxMs: number },
): Promise<SessionPass & { endedUserId: string | undefined }> {
  const now = ctx.clock.sqlNow()
  const endedUserId = previousToken === undefined ? undefined : await deleteSession(tx, tokenHash(previousToken))
  const token = newToken()
  const endsAt = await insertSession(tx, {
    tokenHash: tokenHash(token),
    userId,
    // Enough for users to tell their browsers apart.
    userAgent: userAgent.slice(0, 300),
    now,
    lifeMs: ctx.limits.sessionMs,
    maxMs,
  })
  return { token, endsAt, endedUserId }
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * Replaces the token in the caller's transaction, which locks out copies of it. `maxMs` restarts the session after a
 * fresh proof of identity. Returns undefined if the session is over. After the commit the caller publishes
 * `ctx.live.changed(`sessions:${userId}`)`.
 */
export async function renewSession(
  ctx: Context,
  tx: Tx,
  { tokenHash: previous, maxMs = null }: { tokenHash: Uint8Array; maxMs?: number | null },
): Promise<SessionPass | undefined> {
  const token = newToken()
  const endsAt = await replaceToken(tx, {
    tokenHash: previous,
    newHash: tokenHash(token),
    now: ctx.clock.sqlNow(),
    lifeMs: ctx.limits.sessionMs,
    maxMs,
  })
  return endsAt && { token, endsAt }
}

/** Ends the session. Returns its user, if any. */
export async function endSession(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const token = sessionToken(ctx, request)
  const userId = token === undefined ? undefined : await deleteSession(ctx.db, tokenHash(token))
  if (userId !== undefined) ctx.live.changed(`sessions:${userId}`)
  reply.clearCookie(cookieName(ctx, COOKIE), cookieOptions(ctx))
  reply.clearCookie(cookieName(ctx, HINT), hintOptions(ctx))
  return userId
}

/** Returns a user's sessions: that of `token` first, then by last use. */
export async function sessionsOf(
  ctx: Context,
  userId: string,
  token: string | undefined,
): Promise<(ListedSession & { isCurrent: boolean })[]> {
  const current = token === undefined ? undefined : tokenHashHex(token)
  const sessions = await findSessionsOf(ctx.db, userId, ctx.clock.sqlNow())
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === current }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** Ends a session and its streams. Returns whether it existed. */
export async function endSessionOf(ctx: Context, userId: string, id: string): Promise<boolean> {
  const isEnded = await deleteSessionOf(ctx.db, userId, id)
  if (isEnded) ctx.live.changed(`sessions:${userId}`)
  return isEnded
}

/** Ends all sessions but that of `token`. Returns the number ended. */
export async function endOtherSessions(ctx: Context, userId: string, token: string | undefined): Promise<number> {
  const ended = await deleteSessionsExcept(ctx.db, userId, tokenHash(token ?? ''))
  if (ended > 0) ctx.live.changed(`sessions:${userId}`)
  return ended
}

export function setCookie(ctx: Context, reply: FastifyReply, { token, endsAt }: SessionPass): void {
  reply.setCookie(cookieName(ctx, COOKIE), token, { ...cookieOptions(ctx), maxAge: lifeS(ctx, endsAt) })
  setHint(ctx, reply, endsAt)
}

const setHint = (ctx: Context, reply: FastifyReply, endsAt: Date) =>
  reply.setCookie(cookieName(ctx, HINT), '1', { ...hintOptions(ctx), maxAge: lifeS(ctx, endsAt) })

const lifeS = (ctx: Context, endsAt: Date) =>
  Math.floor(Math.min(ctx.limits.sessionMs, Math.max(0, endsAt.getTime() - ctx.clock.now().getTime())) / 1_000)

const hintOptions = (ctx: Context) => ({ ...cookieOptions(ctx), httpOnly: false }) as const
