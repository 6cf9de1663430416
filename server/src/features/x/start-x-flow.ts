import * as oauth from 'oauth4webapi'
import { timeZoneOrUtc } from '#features/lessons/public'
import type { Context } from '#platform/context'
import { hashOf } from './flow-cookie.ts'
import { deleteOldXFlows, insertXFlow } from './store.ts'
import type { XClient } from './x-client.ts'

/**
 * Begins a trip to X, to sign in or, for somebody signed in, to link; which of the two is settled here. Answers the
 * address at X. It can be finished once, within `limits.xFlowMs`, by the same browser.
 */
export async function startXFlow(
  ctx: Context,
  client: XClient,
  start: {
    userId: string | undefined
    browserHash: Uint8Array
    timeZone: string | undefined
    next: string | undefined
  },
): Promise<string> {
  const now = ctx.clock.sqlNow()
  await deleteOldXFlows(ctx.db, now)
  const state = oauth.generateRandomState()
  const codeVerifier = oauth.generateRandomCodeVerifier()
  await insertXFlow(ctx.db, {
    stateHash: hashOf(state),
    browserHash: start.browserHash,
    codeVerifier,
    userId: start.userId ?? null,
    timeZone: timeZoneOrUtc(start.timeZone),
    next: start.next ?? null,
    now,
    lifeMs: ctx.limits.xFlowMs,
  })
  return client.authorizationUrl(state, codeVerifier)
}
