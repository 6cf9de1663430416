import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { cookieName, cookieOptions } from '#platform/http/security/cookies'
import { networksOf } from '#platform/http/security/networks'
import { keyedHash } from '#platform/keyed-hash'
import { insertQueued, insertTraces } from './store.ts'

const COOKIE = 'aura_device'
const PATTERN = /^[A-Za-z0-9_-]{43}$/
/** Lifetime of the cookie: the longest that browsers allow. */
const COOKIE_S = 400 * 86_400

/**
 * Records the device and address of an account's sign-in, as keyed hashes with the hour. Call it once the sign-in is
 * committed. Never throws: a failure is logged, and the sign-in stands. Records nothing where the demo wallet is
 * offered, since its users play several people in one browser.
 */
export async function recordSignIn(
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
    request.log.error({ err: error }, 'failed to record where a sign-in came from')
  }
}

/** Returns the browser's random token, set or renewed. */
function deviceOf(ctx: Context, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookieName(ctx, COOKIE)]
  const token = known !== undefined && PATTERN.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(ctx, COOKIE), token, { ...cookieOptions(ctx), maxAge: COOKIE_S })
  return token
}

/** Records in the caller's transaction that an account continues a deleted one, named by a common value. */
export async function recordPredecessor(ctx: Context, tx: Tx, userId: string, predecessor: string): Promise<void> {
  const now = ctx.clock.sqlNow()
  await insertTraces(
    tx,
    userId,
    [{ kind: 'predecessor', ...keyedHash(ctx.settings, `predecessor/${predecessor}`) }],
    now,
  )
  await insertQueued(tx, [userId], now)
}

/** Queues these accounts, whose relations are then calculated again, in the caller's transaction. */
export const queueForRelating = (ctx: Context, tx: Tx, userIds: readonly string[]): Promise<void> =>
  insertQueued(tx, userIds, ctx.clock.sqlNow())
