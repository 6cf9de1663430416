import type { Context } from '#platform/context'
import { ProviderClient } from './provider-client.ts'
import type { ProviderSettings } from './settings.ts'

/** Path to which a provider sends browsers back. Each has its own, so that none can pass on another's codes. */
export const callbackPath = (id: string): string =>
  id === 'x' ? '/api/auth/twitter/callback' : `/api/auth/with/${id}/callback`

export const clientOf = ({ settings, limits, clock }: Context, provider: ProviderSettings): ProviderClient =>
  new ProviderClient(provider, {
    redirectUri: `${settings.origin}${callbackPath(provider.id)}`,
    timeoutMs: limits.providerTimeoutMs,
    elapsedMs: () => clock.elapsedMs(),
  })
