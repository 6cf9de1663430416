import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCAL_PAGES, PAGES } from '@aura/api/pages'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { answerError } from './answer-error.ts'
import { type PageTagSource, readPageTags, withPageTags } from './page-tags.ts'

const ONE_YEAR_S = 31_536_000

/**
 * Serves the built web app: files named by their content for ever, everything else checked again, and its page for any
 * address a browser may open, with what `tagSources` say of it. Where there is no such page, or nothing it could show,
 * its status is 404. What is under /api answers 404 as the API does.
 */
export async function registerWebApp(
  app: FastifyInstance,
  ctx: Context,
  tagSources: readonly PageTagSource[] = [],
): Promise<void> {
  const { webDir } = ctx.settings
  const page = webDir === null ? null : await readFile(join(webDir, 'index.html'))
  if (webDir !== null) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      // A route for each file that is there: whatever else a browser opens gets the page.
      wildcard: false,
      // The build puts a .br and a .gz beside what is worth it.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache')
      },
    })
  }
  const text = page?.toString('utf8') ?? ''
  const isPage = pageMatcher([...PAGES, ...(ctx.chain.kind === 'local' ? LOCAL_PAGES : [])])
  // A page may cost a look into the database: it counts like a read.
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (page === null || !isPageRequest(request)) return answerError(new AppError('NOT_FOUND'), request, reply)
    const path = pathOf(request.url)
    if (!isPage(path)) return sendPage(ctx, request, reply.status(404), page)
    const readTags = () =>
      readPageTags(tagSources, path).catch((error: unknown) => {
        request.log.warn({ err: error }, 'served a page without its tags')
        return undefined
      })
    const tags = await app.gates.light.pass(request.ip, readTags)
    // Whether there is such a thing is known only of what has tags; everything else is there.
    return sendPage(
      ctx,
      request,
      reply.status(tags === null ? 404 : 200),
      tags ? withPageTags(text, tags, ctx.settings.origin) : page,
    )
  }
  app.setNotFoundHandler({ preHandler: app.countRequest.read }, app.awaitedOnClose(servePage))
}

/** The path of a request, without a slash at its end. It isn't parsed as a URL: not every path a client sends is one. */
const pathOf = (url: string) => url.replace(/[?#].*$/s, '').replace(/(?<=[^/])\/$/, '')

/** Returns a test for paths that match one of the patterns, in any case, as the web app's router does. */
function pageMatcher(patterns: readonly string[]): (path: string) => boolean {
  const sources = patterns.map((pattern) => pattern.replaceAll(/:\w+/g, '[^/]+'))
  const matcher = new RegExp(`^(?:${sources.join('|')})$`, 'i')
  return (path) => matcher.test(path)
}

function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  // A missing asset is one of an older build; a page in its place would be taken for a broken script.
  return isRead && !/^\/(api|assets)(\/|\?|$)/.test(url) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

function sendPage(ctx: Context, request: FastifyRequest, reply: FastifyReply, page: Buffer | string) {
  // Cookies, wallets and the origin check all know one address of the site; others lead there.
  if (request.host !== new URL(ctx.settings.origin).host) {
    return reply.redirect(`${ctx.settings.origin}${request.url.replace(/^\/+/, '/')}`, 307)
  }
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}
