import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions } from '../http/cookies.ts'

const COOKIE = 'aura_browser'
const PATTERN = /^[A-Za-z0-9_-]{43}$/

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

const tokenOf = (ctx: Context, request: FastifyRequest) => {
  const token = request.cookies[cookieName(ctx, COOKIE)]
  return token !== undefined && PATTERN.test(token) ? token : undefined
}

/**
 * Sets a cookie on the browser that starts a sign-in with a wallet or X, so that only it can finish. Returns the
 * cookie's hash. The cookie is lax, because a strict one would not be sent when X redirects back.
 */
export function markBrowser(ctx: Context, request: FastifyRequest, reply: FastifyReply): Uint8Array {
  const known = tokenOf(ctx, request)
  if (known !== undefined) return hashOf(known)
  const token = randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(ctx, COOKIE), token, cookieOptions(ctx))
  return hashOf(token)
}

/** Returns the hash of this browser's cookie; without one, a value no sign-in was started with. */
export const browserHash = (ctx: Context, request: FastifyRequest): Uint8Array => hashOf(tokenOf(ctx, request) ?? '')
