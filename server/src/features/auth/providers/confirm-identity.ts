import type { ProviderPerson } from '#features/providers'
import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { sessionMaxMs } from '../open-session.ts'
import { insertConfirmation, lockAccount } from '../store.ts'
import type { Flow } from './flow-store.ts'
import { confirmationFault } from './may-confirm.ts'
import type { Callback, Finish } from './trip.ts'

/**
 * Confirms with an account that the user has linked only. Makes the sign-in fresh, or allows the requested action once
 * within `limits.providerConfirmationMs`, in this browser. Stores no name, image or token.
 */
export async function confirmIdentity(
  ctx: Context,
  { flow, userId, callback, person }: { flow: Flow; userId: string; callback: Callback; person: ProviderPerson },
): Promise<Finish> {
  const { provider, purpose, subject, next } = flow
  const { browserHash, tokenHash } = callback
  if (purpose === 'enter') throw new Error('a sign-in confirms nothing')
  const confirmed = await ctx.db.tx(async (tx): Promise<{ pass?: SessionPass | undefined } | Finish['outcome']> => {
    await lockAccount(tx, userId)
    const fault = await confirmationFault(ctx, tx, { userId, provider, subject: person.subject, purpose })
    if (fault) return fault
    const now = ctx.clock.sqlNow()
    if (purpose === 'sign-in-again') {
      if (!tokenHash) return 'not-you'
      return { pass: await renewSession(ctx, tx, { tokenHash, maxMs: await sessionMaxMs(ctx, tx, userId) }) }
    }
    const lifeMs = ctx.limits.providerConfirmationMs
    await insertConfirmation(tx, { userId, purpose, subject: subject ?? '', browserHash, now, lifeMs })
    return {}
  })
  if (typeof confirmed !== 'object' || confirmed === null) return { outcome: confirmed, next }
  if (confirmed.pass) ctx.live.changed(`sessions:${userId}`)
  return { outcome: 'confirmed', next, pass: confirmed.pass, did: { kind: 'fresh-proof', userId, purpose } }
}
