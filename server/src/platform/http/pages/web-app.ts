import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCAL_PAGES, PAGES } from '@aura/api/pages'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { sessionToken } from '../../session/session.ts'
import { answerError } from '../answer-error.ts'
import { isFramedPage, pageMatcher, pathOf } from './page-paths.ts'
import { type PagePreloads, readPagePreloads } from './page-preloads.ts'
import { withPageShape } from './page-shape.ts'
import { type PageTagSource, readPageTags, withPageTags } from './page-tags.ts'

const ONE_YEAR_S = 31_536_000
/** Characters of a parameter in a call's address. */
export const MAX_PARAM_LENGTH = 200
/** Marks the scripts that the landing page loads behind its words. Other screens have little to show without them. */
const LATE = ' fetchpriority="low"'

/** Files that features serve themselves. */
const OWN_ROUTES = ['rescue.html']

/**
 * Serves the built web app. Files named by content hash are immutable, others are revalidated, and browsers get the
 * page for any other address, with its link preview and preloads. The status is 404 if no such page exists or its
 * subject doesn't. /api addresses get the API's 404.
 */
export async function registerWebApp(
  app: FastifyInstance,
  ctx: Context,
  tagSources: readonly PageTagSource[] = [],
): Promise<void> {
  const { webDir } = ctx.settings
  const pageFile = (name: string) => (webDir === null ? null : readFile(join(webDir, name), 'utf8'))
  const [landing, framedPage] = await Promise.all([pageFile('index.html'), pageFile('framed.html')])
  const page = landing?.replaceAll(LATE, '') ?? null
  const preloads: PagePreloads = webDir === null ? () => ({ links: '' }) : await readPagePreloads(webDir)
  if (webDir !== null) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      // Files have a route each; any other address gets the page.
      wildcard: false,
      globIgnore: OWN_ROUTES,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache')
      },
    })
  }
  const isPage = pageMatcher([...PAGES, ...(ctx.chain.kind === 'local' ? LOCAL_PAGES : [])])
  // Previews may query the database, so pages count as reads.
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (landing === null || page === null || framedPage === null || !isPageRequest(request))
      return answerError(new AppError(isMalformed(request) ? 'INVALID_REQUEST' : 'NOT_FOUND'), request, reply)
    const path = pathOf(request.url)
    const isFramed = isFramedPage(path)
    if (!isFramed && !isPage(path)) return sendPage(ctx, request, reply.status(404), page)
    const readTags = () =>
      readPageTags(tagSources, path).catch((error: unknown) => {
        request.log.warn({ err: error }, 'served a page without its meta tags')
        return undefined
      })
    const tags = await app.gates.light.pass(request.ip, readTags)
    // Only subjects with previews can be missing.
    if (tags === null) return sendPage(ctx, request, reply.status(404), isFramed ? framedPage : page)
    if (isFramed)
      return sendPage(ctx, request, reply, tags ? withPageTags(framedPage, tags, ctx.settings.origin) : framedPage)
    const { links, screen } = preloads(request.url, path, {
      isSignedIn: sessionToken(ctx, request) !== undefined,
      besides: tags?.besides,
    })
    const named = (screen?.isLanding ? landing : page).replace('</head>', () => `${links}</head>`)
    const full = screen ? withPageShape(named, screen, tags) : named
    return sendPage(ctx, request, reply, tags ? withPageTags(full, tags, ctx.settings.origin) : full)
  }
  const options = { preHandler: app.countRequest.read }
  // A page has no secret that its compressed size could tell of.
  app.get('/*', { ...options, compress: {} }, servePage)
  app.setNotFoundHandler(options, app.awaitedOnClose(servePage))
}

const isMalformed = ({ url }: FastifyRequest): boolean =>
  url.startsWith('/api/') &&
  pathOf(url)
    .split('/')
    .some((part) => part.length > MAX_PARAM_LENGTH)

function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  // A missing asset belongs to an older build; sending the page would look like a broken script.
  return isRead && !/^\/(api|assets)(\/|\?|$)/.test(url) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

function sendPage(ctx: Context, request: FastifyRequest, reply: FastifyReply, page: string) {
  // Cookies, wallets and the origin check need a single address of the site, so others redirect to it.
  if (request.host !== new URL(ctx.settings.origin).host) {
    return reply.redirect(`${ctx.settings.origin}${request.url.replace(/^\/+/, '/')}`, 307)
  }
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'cookie').send(page)
}
