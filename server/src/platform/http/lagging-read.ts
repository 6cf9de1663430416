import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { laggingReading } from '../db/replica/reading.ts'
import { cookieName, cookieOptions } from './security/cookies.ts'

const COOKIE = 'aura_wrote'
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** For results that are cached, and browsers that count in whole seconds. */
const MARGIN_S = 1

type Site = Pick<Context, 'db' | 'settings' | 'limits'>

/**
 * Runs a read that may miss the newest commits of others, at a replica if there is one. Whoever has just written, or asks
 * for the newest state (`Cache-Control: no-cache`), is answered by the primary; so is whoever would otherwise be refused,
 * or get null, since what they ask for may be too new. `read` may run twice and must change nothing.
 */
export async function laggingRead<T>(
  { db, settings }: Pick<Site, 'db' | 'settings'>,
  request: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  if (!db.mayLag) return read()
  const hasWritten = request.cookies[cookieName({ settings }, COOKIE)] !== undefined
  const wantsNewest = /\bno-cache\b/i.test(request.headers['cache-control'] ?? '')
  return db.mayLag(() => readFound(read), hasWritten || wantsNewest ? 'newest' : undefined)
}

async function readFound<T>(read: () => Promise<T>): Promise<T> {
  const found = await read()
  if (found === null && laggingReading()) throw new Error('the replica has no such thing')
  return found
}

/**
 * Marks the browser of somebody who writes for as long as a replica may lack the write. Once the mark is gone, every read
 * that may lag has it. The cookie has no content, so any server understands it, and no clocks are compared.
 */
export function markWrite({ db, settings, limits }: Site, reply: FastifyReply): void {
  if (!db.mayLag) return
  const maxAge = Math.ceil(limits.replica.maxLagMs / 1_000) + MARGIN_S
  reply.setCookie(cookieName({ settings }, COOKIE), '1', { ...cookieOptions({ settings }), maxAge })
}

/** A route that writes on a GET calls `markWrite` itself. */
export function registerWriteMarks(app: FastifyInstance, site: Site): void {
  if (!site.db.mayLag) return
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE_METHODS.has(request.method)) markWrite(site, reply)
  })
}
