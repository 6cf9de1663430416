import type { Feature } from '#platform/feature'
import { identitiesPersonal, identitiesRetention } from './tables.ts'

/** Which wallets and X accounts belonged to which accounts, and what they carry from one account to the next. */
export const identitiesFeature = {
  name: 'identities',
  personalData: identitiesPersonal,
  retention: identitiesRetention,
  database: { provides: ['carry_rows', 'earlier_accounts', 'latest_account'], reads: { profile: ['user_profiles'] } },
} as const satisfies Feature
