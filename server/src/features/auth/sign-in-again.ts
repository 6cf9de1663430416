import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { sessionMaxMs } from './open-session.ts'
import { proveFresh, requireFresh } from './prove-fresh.ts'

/**
 * Begins the session of a person anew once their wallet has signed for it: the sign-in is fresh, and whoever copied the
 * old token is out. Returns the new token; undefined where the session ended meanwhile. Throws what `proveFresh` throws.
 */
export async function signInAgain(
  ctx: Context,
  again: {
    userId: string
    tokenHash: Uint8Array
    proof: { message: string; signature: string }
    browserHash: Uint8Array
  },
): Promise<SessionPass | undefined> {
  const { userId, tokenHash } = again
  const fresh = { ...again, purpose: 'sign-in-again' } as const
  const wallet = await proveFresh(ctx, fresh)
  const pass = await ctx.db.tx(async (tx) => {
    await requireFresh(ctx, tx, { ...fresh, wallet })
    return renewSession(ctx, tx, { tokenHash, maxMs: await sessionMaxMs(ctx, tx, userId) })
  })
  ctx.live.changed(`sessions:${userId}`)
  return pass
}
