import * as oauth from 'oauth4webapi'
import type { ProviderClient } from '#features/providers'
import { timeZoneOrUtc } from '#features/streak'
import type { Context } from '#platform/context'
import { tokenHash } from '#platform/session/token-hash'
import { insertFlow } from './flow-store.ts'
import type { ProviderPurpose } from './purposes.ts'

/**
 * Decides whether to sign in, link or confirm. Returns the provider's address; this browser can finish once in
 * `providerFlowMs`. Throws ProviderFailure if the provider doesn't say where to send people.
 */
export async function startFlow(
  ctx: Context,
  client: ProviderClient,
  start: {
    userId: string | undefined
    browserHash: Uint8Array
    purpose: ProviderPurpose
    subject: string | null
    timeZone: string | undefined
    next: string | undefined
  },
): Promise<string> {
  const state = oauth.generateRandomState()
  const codeVerifier = oauth.generateRandomCodeVerifier()
  const address = await client.authorizationUrl({ state, codeVerifier })
  await insertFlow(ctx.db, {
    stateHash: tokenHash(state),
    browserHash: start.browserHash,
    provider: client.settings.key,
    codeVerifier,
    userId: start.userId ?? null,
    purpose: start.purpose,
    subject: start.subject,
    timeZone: timeZoneOrUtc(start.timeZone),
    next: start.next ?? null,
    now: ctx.clock.sqlNow(),
    lifeMs: ctx.limits.providerFlowMs,
  })
  return address
}
