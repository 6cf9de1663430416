import type { Feature } from '#platform/feature'
import { findProvenChannels } from './account-store.ts'
import { providersPersonal, providersRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds after which a request to a provider times out. */
    providerTimeoutMs: number
  }
}

/** Accounts at X, Google, Twitch and others that users sign in with, and the protocol with these providers. */
export const providersFeature = {
  name: 'providers',
  personalData: providersPersonal,
  retention: providersRetention,
  database: { provides: ['x_handles'] },
  provenChannels: findProvenChannels,
} as const satisfies Feature
