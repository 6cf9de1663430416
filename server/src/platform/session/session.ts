import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { batchLoader } from '../db/batch-loader.ts'
import type { Tx } from '../db/db.ts'
import { cookieName, cookieOptions } from '../http/cookies.ts'
import type { AccessRules } from './access-rules.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionOf,
  deleteSessionsExcept,
  extendSession,
  findSessions,
  findSessionsOf,
  insertSession,
  type ListedSession,
  replaceToken,
  type SessionRow,
} from './store.ts'

const COOKIE = 'aura_session'
/**
 * Tells the page's own script that there may be a session, which the session's cookie hides from it. Without it every
 * visitor would ask who they are and be answered 401. It proves nothing: no call is allowed or refused by it.
 */
const HINT = 'aura_signed_in'
/** 256 bits: not to be guessed. */
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/** The session token a request brings, else undefined. Its shape is checked, its life is not. */
export function sessionToken(ctx: Context, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(ctx, COOKIE)]
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : undefined
}

/** The hash of the session token a request brings; whether that session lives is not checked. */
export function sessionHash(ctx: Context, request: FastifyRequest): Uint8Array | undefined {
  const token = sessionToken(ctx, request)
  return token === undefined ? undefined : hashOf(token)
}

/** Whose live sessions these are, in their order. Looking does not prolong them. */
export async function findSessionUsers(
  ctx: Context,
  tokenHashes: readonly Uint8Array[],
): Promise<(string | undefined)[]> {
  const sessions = await findSessions(ctx.db, tokenHashes, ctx.clock.sqlNow())
  return sessions.map((session) => session?.userId)
}

/** Tells whose live session this is, without prolonging it; those asked at one time are looked up together. */
export const sessionsReader = (ctx: Context) =>
  batchLoader<Uint8Array, string>((hashes) => findSessionUsers(ctx, hashes))

/** Whose a session is, when they signed in, and what keeps them from taking part. */
export type Session = Pick<SessionRow, 'userId' | 'signedInAt' | 'restriction'>

/** Tells whose live session a request brings, undefined for nobody's. */
export type SessionResolver = (request: FastifyRequest, reply: FastifyReply) => Promise<Session | undefined>

/**
 * Makes the resolver of an app. Using a session prolongs it; that is written down at most once per
 * `limits.sessionTouchMs`.
 */
export function sessionResolver(ctx: Context, { restriction }: AccessRules): SessionResolver {
  const find = batchLoader<Uint8Array, SessionRow>((hashes) =>
    findSessions(ctx.db, hashes, ctx.clock.sqlNow(), restriction),
  )
  return async (request, reply) => {
    const token = sessionToken(ctx, request)
    const tokenHash = token === undefined ? undefined : hashOf(token)
    const session = tokenHash && (await find(tokenHash))
    const isHinted = request.cookies[cookieName(ctx, HINT)] !== undefined
    if (token === undefined || !tokenHash || !session) {
      // The session ran out or was ended elsewhere: the page need not ask again.
      if (isHinted) reply.clearCookie(cookieName(ctx, HINT), hintOptions(ctx))
      return undefined
    }
    if (ctx.clock.now().getTime() - session.lastUsedAt.getTime() >= ctx.limits.sessionTouchMs) {
      await extendSession(ctx.db, { tokenHash, now: ctx.clock.sqlNow(), lifeMs: ctx.limits.sessionMs })
      setCookie(ctx, reply, { token, endsAt: session.endsAt })
    } else if (!isHinted) {
      // Lost, such as to an answer that crossed a sign-in: without it a live session would look like none.
      setHint(ctx, reply, session.endsAt)
    }
    return session
  }
}

/** The session token for the browser, and the latest end of its session. */
export interface SessionPass {
  token: string
  endsAt: Date
}

/**
 * Opens a session, which ends `maxMs` later at the latest, and ends the one that was open before it, in the caller's
 * transaction. Returns the new token, and whose session was ended: after the commit the caller says
 * `ctx.live.changed(`sessions:${id}`)`.
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
  const endedUserId = previousToken === undefined ? undefined : await deleteSession(tx, hashOf(previousToken))
  await deleteExpiredSessions(tx, now)
  const token = newToken()
  const endsAt = await insertSession(tx, {
    tokenHash: hashOf(token),
    userId,
    // Shown to the person later, so that they know their browsers apart; no reason to keep a novel.
    userAgent: userAgent.slice(0, 300),
    now,
    lifeMs: ctx.limits.sessionMs,
    maxMs,
  })
  return { token, endsAt, endedUserId }
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * Gives a session another token, so that whoever copied the old one is out, in the caller's transaction. With `maxMs`
 * the person has just proved anew that it is them: the session begins again. Returns the new token; undefined where the
 * session is over. After the commit the caller says `ctx.live.changed(`sessions:${userId}`)`.
 */
export async function renewSession(
  ctx: Context,
  tx: Tx,
  { tokenHash, maxMs = null }: { tokenHash: Uint8Array; maxMs?: number | null },
): Promise<SessionPass | undefined> {
  const token = newToken()
  const endsAt = await replaceToken(tx, {
    tokenHash,
    newHash: hashOf(token),
    now: ctx.clock.sqlNow(),
    lifeMs: ctx.limits.sessionMs,
    maxMs,
  })
  return endsAt && { token, endsAt }
}

/** Ends the session a request brings, if any; returns whose it was. */
export async function endSession(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const token = sessionToken(ctx, request)
  const userId = token === undefined ? undefined : await deleteSession(ctx.db, hashOf(token))
  if (userId !== undefined) ctx.live.changed(`sessions:${userId}`)
  reply.clearCookie(cookieName(ctx, COOKIE), cookieOptions(ctx))
  reply.clearCookie(cookieName(ctx, HINT), hintOptions(ctx))
  return userId
}

/** A person's live sessions: the one of `token` first, then by last use. */
export async function sessionsOf(
  ctx: Context,
  userId: string,
  token: string | undefined,
): Promise<(ListedSession & { isCurrent: boolean })[]> {
  const current = token === undefined ? undefined : Buffer.from(hashOf(token)).toString('hex')
  const sessions = await findSessionsOf(ctx.db, userId, ctx.clock.sqlNow())
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === current }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** Ends one of a person's sessions, and its streams; answers whether there was such a one. */
export async function endSessionOf(ctx: Context, userId: string, id: string): Promise<boolean> {
  const isEnded = await deleteSessionOf(ctx.db, userId, id)
  if (isEnded) ctx.live.changed(`sessions:${userId}`)
  return isEnded
}

/** Ends a person's sessions except the one of `token`, and their streams; answers how many. */
export async function endOtherSessions(ctx: Context, userId: string, token: string | undefined): Promise<number> {
  const ended = await deleteSessionsExcept(ctx.db, userId, hashOf(token ?? ''))
  if (ended > 0) ctx.live.changed(`sessions:${userId}`)
  return ended
}

/** Hands out a session's token, and the hint that there is one, for as long as the session lives unused. */
export function setCookie(ctx: Context, reply: FastifyReply, { token, endsAt }: SessionPass): void {
  reply.setCookie(cookieName(ctx, COOKIE), token, { ...cookieOptions(ctx), maxAge: lifeS(ctx, endsAt) })
  setHint(ctx, reply, endsAt)
}

const setHint = (ctx: Context, reply: FastifyReply, endsAt: Date) =>
  reply.setCookie(cookieName(ctx, HINT), '1', { ...hintOptions(ctx), maxAge: lifeS(ctx, endsAt) })

const lifeS = (ctx: Context, endsAt: Date) =>
  Math.floor(Math.min(ctx.limits.sessionMs, Math.max(0, endsAt.getTime() - ctx.clock.now().getTime())) / 1_000)

const hintOptions = (ctx: Context) => ({ ...cookieOptions(ctx), httpOnly: false }) as const
