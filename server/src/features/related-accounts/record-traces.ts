import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { cookieName, cookieOptions } from '#platform/http/security/cookies'
import { networksOf } from '#platform/http/security/networks'
import { keyedHash } from '#platform/keyed-hash'
import { insertInheritedPairs, insertQueued, insertTraces, lockRevision, raiseRevision } from './store.ts'
import { tellPairs } from './tell-pairs.ts'

const COOKIE = 'aura_device'
const PATTERN = /^[A-Za-z0-9_-]{43}$/
/** Lifetime of the cookie: the longest that browsers allow. */
const COOKIE_S = 400 * 86_400

/**
 * Records the device and address of an account's sign-in, or of a session's first use of a UTC day, as keyed hashes with
 * the hour. Call it once a sign-in is committed. Never throws: a failure is logged, and the session stands. Records
 * nothing where the demo wallet is offered, since its users play several people in one browser.
 */
export async function recordSession(
  ctx: Context,
  { userId, request, reply }: { userId: string; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  if (ctx.settings.demoWallet) return
  const traces = [
    { kind: 'device' as const, ...keyedHash(ctx.settings, `device/${deviceOf(ctx, request, reply)}`) },
    // An IPv6 customer has at least a whole /64.
    { kind: 'address' as const, ...keyedHash(ctx.settings, `address/${networksOf(request.ip)[0]?.name ?? ''}`) },
  ]
  const now = ctx.clock.sqlNow()
  try {
    await ctx.db.tx(async (tx) => {
      await insertTraces(tx, userId, traces, now)
      await insertQueued(tx, [userId], now)
    })
  } catch (error) {
    request.log.error({ err: error }, 'failed to record where a session is used')
  }
}

/** Returns the browser's random token, set or renewed. */
function deviceOf(ctx: Context, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookieName(ctx, COOKIE)]
  const token = known !== undefined && PATTERN.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(ctx, COOKIE), token, { ...cookieOptions(ctx), maxAge: COOKIE_S })
  return token
}

/**
 * Relates an account to those that an earlier account of the same person was related to, and to other accounts of that
 * person, in the caller's transaction, and tells them. Their traces say so from then on, and whoever continues one of
 * them inherits it.
 */
export async function carryRelations(ctx: Context, tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const now = ctx.clock.sqlNow()
  await lockRevision(tx)
  const others = await insertInheritedPairs(tx, { from, to }, now)
  if (others.length === 0) return
  for (const other of others) {
    const pair = keyedHash(ctx.settings, `predecessor/${[to, other].sort().join('/')}`)
    for (const userId of [to, other]) await insertTraces(tx, userId, [{ kind: 'predecessor', ...pair }], now)
  }
  await insertQueued(tx, [to, ...others], now)
  await raiseRevision(tx)
  await tellPairs(
    ctx,
    tx,
    others.map((other) => (to < other ? { aId: to, bId: other } : { aId: other, bId: to })),
  )
}

/** Queues these accounts, whose relations are then calculated again, in the caller's transaction. */
export const queueForRelating = (ctx: Context, tx: Tx, userIds: readonly string[]): Promise<void> =>
  insertQueued(tx, userIds, ctx.clock.sqlNow())
