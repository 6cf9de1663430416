import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context'

const COOKIE = 'aura_x'
const PATTERN = /^[A-Za-z0-9_-]{43}$/

export const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/**
 * Marks the browser that leaves for X, so that only it can come back. Answers the hash of the mark. The cookie is lax:
 * a strict one would not come along when X sends the browser back.
 */
export function markBrowser(ctx: Context, request: FastifyRequest, reply: FastifyReply): Uint8Array {
  const known = request.cookies[COOKIE]
  const token = known !== undefined && PATTERN.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/auth/twitter',
    secure: ctx.settings.origin.startsWith('https:'),
    maxAge: Math.ceil(ctx.limits.xFlowMs / 1_000),
  })
  return hashOf(token)
}

/** The mark of this browser, hashed; of a browser without one, a value no flow has. */
export const browserHash = (request: FastifyRequest): Uint8Array => hashOf(request.cookies[COOKIE] ?? '')
