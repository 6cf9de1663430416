import type { Feature } from '#platform/feature'
import { passkeysPersonal, passkeysRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds for which a passkey's challenge is valid. */
    passkeyChallengeMs: number
    passkeysPerAccount: number
  }
}

/** Passkeys, what they sign and the account contracts they own. Signing in with them is part of `auth`. */
export const passkeysFeature = {
  name: 'passkeys',
  personalData: passkeysPersonal,
  retention: passkeysRetention,
} as const satisfies Feature
