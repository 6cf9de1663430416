import { findXAccount, type XPerson } from '#features/x'
import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { sessionMaxMs } from '../open-session.ts'
import { insertXConfirmation, lockAccount } from '../store.ts'
import type { XFlow } from './flow-store.ts'
import type { XCallback, XFinish } from './x-trip.ts'

/**
 * Confirms with the account's own X account only. Makes the sign-in fresh, or allows the requested action once within
 * `limits.xConfirmationMs`, in this browser. Stores no name, image or token.
 */
export async function confirmWithX(
  ctx: Context,
  { flow, callback, person }: { flow: XFlow & { userId: string }; callback: XCallback; person: XPerson },
): Promise<XFinish> {
  const { userId, purpose, subject, next } = flow
  const { browserHash, tokenHash } = callback
  const confirmed = await ctx.db.tx(async (tx): Promise<{ pass?: SessionPass | undefined } | undefined> => {
    await lockAccount(tx, userId)
    if ((await findXAccount(tx, userId))?.xId !== person.id) return undefined
    const now = ctx.clock.sqlNow()
    if (purpose === 'sign-in-again') {
      if (!tokenHash) return undefined
      return { pass: await renewSession(ctx, tx, { tokenHash, maxMs: await sessionMaxMs(ctx, tx, userId) }) }
    }
    const lifeMs = ctx.limits.xConfirmationMs
    await insertXConfirmation(tx, { userId, purpose, subject: subject ?? '', browserHash, now, lifeMs })
    return {}
  })
  if (!confirmed) return { outcome: 'not-you', next }
  if (confirmed.pass) ctx.live.changed(`sessions:${userId}`)
  return { outcome: 'confirmed', next, pass: confirmed.pass, did: { kind: 'fresh-proof', userId, purpose } }
}
