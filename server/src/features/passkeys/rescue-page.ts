import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { answerError } from '#platform/http/answer-error'
import { pageHeaders } from '#platform/http/security/security-headers'
import { siteId } from './verify-passkey.ts'

const EMPTY_SITE = '<script type="application/json" id="site">{}</script>'

/**
 * Registers `/rescue.html`, which works from a disk once it is saved, and `/.well-known/webauthn`, which lists the other
 * sites that may use this site's passkeys (WebAuthn 3, related origins).
 */
export function passkeySiteRoutes(app: FastifyInstance, ctx: Context): void {
  const { webDir, relatedOrigins } = ctx.settings
  const built =
    webDir === null ? Promise.resolve(null) : readFile(join(webDir, 'rescue.html'), 'utf8').catch(() => null)
  const options = { onRequest: app.countRequest.read, compress: {}, schema: { hide: true } }
  app.get('/rescue.html', options, async (request, reply) => {
    const page = await built
    if (!page) return answerError(new AppError('NOT_FOUND'), request, reply)
    // The page brings its own policy, which a browser also applies to the saved file.
    reply.ownHeaders = pageHeaders(ctx.settings, policyIn(page), 'deny')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replace(EMPTY_SITE, () => EMPTY_SITE.replace('{}', () => siteJson(ctx))))
  })
  app.get('/.well-known/webauthn', options, async (request, reply) =>
    relatedOrigins.length === 0
      ? answerError(new AppError('NOT_FOUND'), request, reply)
      : reply.header('cache-control', 'no-cache').send({ origins: [ctx.settings.origin, ...relatedOrigins] }),
  )
}

/** Where this site's accounts are, for the page. The server's own nodes may have a secret in their address. */
const siteJson = ({ chain, settings }: Context): string =>
  JSON.stringify({
    chainId: chain.id,
    ...(settings.localRpcUrl === null ? {} : { node: settings.localRpcUrl }),
    ...(settings.accountFactory === null ? {} : { factory: settings.accountFactory }),
    ...(chain.contracts ? { usdc: chain.contracts.usdc } : {}),
    rpId: siteId({ settings }),
  }).replaceAll('<', '\\u003c')

function policyIn(page: string): Record<string, string[]> {
  const [, policy = "default-src 'none'"] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  const directives = policy.split('; ').map((directive) => {
    const [name = '', ...values] = directive.split(' ')
    return [name, values] as const
  })
  return { ...Object.fromEntries(directives), 'frame-ancestors': ["'none'"] }
}
