import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions } from '../http/security/cookies.ts'
import { tokenHash } from './token-hash.ts'

const COOKIE = 'aura_browser'
const PATTERN = /^[A-Za-z0-9_-]{43}$/

const tokenOf = (ctx: Context, request: FastifyRequest) => {
  const token = request.cookies[cookieName(ctx, COOKIE)]
  return token !== undefined && PATTERN.test(token) ? token : undefined
}

/**
 * Ties a sign-in to the browser that starts it, so that only that browser can finish it. Returns the cookie's hash.
 * SameSite=Lax, because a strict cookie would not be sent when X redirects back.
 */
export function markBrowser(ctx: Context, request: FastifyRequest, reply: FastifyReply): Uint8Array {
  const known = tokenOf(ctx, request)
  if (known !== undefined) return tokenHash(known)
  const token = randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(ctx, COOKIE), token, cookieOptions(ctx))
  return tokenHash(token)
}

/** Returns the cookie's hash; without a cookie, a value that belongs to no sign-in. */
export const browserHash = (ctx: Context, request: FastifyRequest): Uint8Array => tokenHash(tokenOf(ctx, request) ?? '')
