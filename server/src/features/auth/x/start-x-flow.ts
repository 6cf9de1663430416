import * as oauth from 'oauth4webapi'
import { timeZoneOrUtc } from '#features/streak'
import type { XClient } from '#features/x'
import type { Context } from '#platform/context'
import { tokenHash } from '#platform/session/token-hash'
import { insertXFlow } from './flow-store.ts'

export const X_PURPOSES = ['enter', 'sign-in-again', 'delete-account', 'bind-wallet', 'remove-passkey'] as const
export type XPurpose = (typeof X_PURPOSES)[number]

/** Decides whether to sign in, link or confirm. Returns X's URL; this browser can finish once in `xFlowMs`. */
export async function startXFlow(
  ctx: Context,
  client: XClient,
  start: {
    userId: string | undefined
    browserHash: Uint8Array
    purpose: XPurpose
    subject: string | null
    timeZone: string | undefined
    next: string | undefined
  },
): Promise<string> {
  const now = ctx.clock.sqlNow()
  const state = oauth.generateRandomState()
  const codeVerifier = oauth.generateRandomCodeVerifier()
  await insertXFlow(ctx.db, {
    stateHash: tokenHash(state),
    browserHash: start.browserHash,
    codeVerifier,
    userId: start.userId ?? null,
    purpose: start.purpose,
    subject: start.subject,
    timeZone: timeZoneOrUtc(start.timeZone),
    next: start.next ?? null,
    now,
    lifeMs: ctx.limits.xFlowMs,
  })
  return client.authorizationUrl(state, codeVerifier)
}
