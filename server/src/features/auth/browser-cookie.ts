import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context'

const COOKIE = 'aura_browser'

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/** Marks the browser that asks for a nonce, so that only it can use the answer. Answers the hash of the mark. */
export function markBrowser(ctx: Context, request: FastifyRequest, reply: FastifyReply): Uint8Array {
  const known = request.cookies[COOKIE]
  if (known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)) return hashOf(known)
  const token = randomBytes(16).toString('base64url')
  reply.setCookie(COOKIE, token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/auth',
    secure: ctx.settings.origin.startsWith('https:'),
  })
  return hashOf(token)
}

/** The mark of this browser, hashed; of a browser without one, a value no nonce has. */
export const browserHash = (request: FastifyRequest): Uint8Array => hashOf(request.cookies[COOKIE] ?? '')
