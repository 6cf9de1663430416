import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlayable, PLAYER_PATH, playerOrigin, readPlayerPage, type StreamAddress } from '@aura/api/streams'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { answerError } from '#platform/http/answer-error'
import { pageHeaders } from '#platform/http/security/security-headers'

/**
 * Returns the policy of a page that plays one stream: it may load from the player's host and from no other, and only
 * Aura's own pages may frame it.
 */
function playerPolicy(stream: StreamAddress): Record<string, string[]> {
  const origin = playerOrigin(stream)
  // A stream's pieces reach the video element through a blob.
  const sources = stream.kind === 'hls' ? { 'media-src': [origin, 'blob:'] } : { 'frame-src': [origin] }
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // Also asks a framed player's host whether it can be reached.
    'connect-src': [origin],
    ...sources,
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
    'require-trusted-types-for': ["'script'"],
  }
}

/**
 * Registers the page of a player. It takes its stream from its address, so it reads no session and nothing of a battle.
 * Only a frame in a page of this site gets it: as a page of its own, it would lend Aura's address to any channel.
 */
export function playerRoutes(app: FastifyInstance, ctx: Context): void {
  const { webDir, streamHosts } = ctx.settings
  const page = webDir === null ? Promise.resolve(null) : readFile(join(webDir, 'player.html'), 'utf8').catch(() => null)
  app.get(
    `${PLAYER_PATH}/:kind`,
    { onRequest: app.countRequest.read, compress: {}, schema: { hide: true } },
    async (request, reply) => {
      const url = new URL(request.url, ctx.settings.origin)
      const stream = readPlayerPage(url.pathname, url.searchParams)
      const html = await page
      if (!html || !stream || !isPlayable(stream, streamHosts) || !isOwnFrame(request.headers)) {
        return answerError(new AppError('NOT_FOUND'), request, reply)
      }
      reply.ownHeaders = pageHeaders(ctx.settings, playerPolicy(stream), 'sameorigin')
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
    },
  )
}

/** Every supported browser says what a request is for; other programs may read the page. */
function isOwnFrame(headers: Record<string, string | string[] | undefined>): boolean {
  const { 'sec-fetch-dest': dest = 'iframe', 'sec-fetch-site': site = 'same-origin' } = headers
  return dest === 'iframe' && site === 'same-origin'
}
