import type { FastifyRequest } from 'fastify'

/**
 * Returns whether the client has the response with this strong ETag: If-None-Match is compared weakly (RFC 9110,
 * 13.1.2), since proxies weaken tags, and may list several, or any by `*`.
 */
export function isKnownTo({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']
  return known?.trim() === '*' || [...(known ?? '').matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}
