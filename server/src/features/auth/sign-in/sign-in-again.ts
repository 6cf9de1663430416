import type { Proof } from '@aura/api/proof'
import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { sessionMaxMs } from '../open-session.ts'
import { proveFresh, requireFresh } from './prove-fresh.ts'

/**
 * Makes the sign-in fresh after the wallet or a passkey has signed, and ends copies of the old token. Returns the new token, or
 * undefined if the session ended meanwhile. Throws the errors of `proveFresh`.
 */
export async function signInAgain(
  ctx: Context,
  again: {
    userId: string
    tokenHash: Uint8Array
    proof: Proof
    browserHash: Uint8Array
  },
): Promise<SessionPass | undefined> {
  const { userId, tokenHash } = again
  const fresh = { ...again, purpose: 'sign-in-again' } as const
  const proven = await proveFresh(ctx, fresh)
  const pass = await ctx.db.tx(async (tx) => {
    await requireFresh(ctx, tx, { ...fresh, proven })
    return renewSession(ctx, tx, { tokenHash, maxMs: await sessionMaxMs(ctx, tx, userId) })
  })
  ctx.live.changed(`sessions:${userId}`)
  return pass
}
