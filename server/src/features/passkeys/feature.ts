import type { Feature } from '#platform/feature'
import { bindSite, checkSite } from './bind-site.ts'
import { passkeySiteRoutes } from './rescue-page.ts'
import { passkeysPersonal, passkeysRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds for which a passkey's challenge is valid. */
    passkeyChallengeMs: number
    passkeysPerAccount: number
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Host of a former origin whose passkeys may stop working; null: none. */
    abandonedHost: string | null
    /** Other sites that may use this site's passkeys. */
    relatedOrigins: readonly string[]
  }
}

/** Passkeys, what they sign and the account contracts they own. Signing in with them is part of `auth`. */
export const passkeysFeature = {
  name: 'passkeys',
  routes: passkeySiteRoutes,
  bindDatabase: bindSite,
  checks: (subject) => [{ name: 'passkeys', run: () => checkSite(subject) }],
  database: { reads: { wallets: ['user_wallets'], providers: ['provider_accounts'] } },
  personalData: passkeysPersonal,
  retention: passkeysRetention,
} as const satisfies Feature
