import { accountsFeature } from './features/accounts/feature.ts'
import { adminLogFeature } from './features/admin-log/feature.ts'
import { authFeature } from './features/auth/feature.ts'
import { battlesFeature } from './features/battles/feature.ts'
import { calendarFeature } from './features/calendar/feature.ts'
import { chainEventsFeature } from './features/chain-events/feature.ts'
import { configFeature } from './features/config/feature.ts'
import { crowdFeature } from './features/crowd/feature.ts'
import { followsFeature } from './features/follows/feature.ts'
import { friendStreaksFeature } from './features/friend-streaks/feature.ts'
import { identitiesFeature } from './features/identities/feature.ts'
import { imagesFeature } from './features/images/feature.ts'
import { invitesFeature } from './features/invites/feature.ts'
import { leaderboardFeature } from './features/leaderboard/feature.ts'
import { leaguesFeature } from './features/leagues/feature.ts'
import { ledgerFeature } from './features/ledger/feature.ts'
import { lessonsFeature } from './features/lessons/feature.ts'
import { moderationFeature } from './features/moderation/feature.ts'
import { notificationsFeature } from './features/notifications/feature.ts'
import { passkeysFeature } from './features/passkeys/feature.ts'
import { peopleFeature } from './features/people/feature.ts'
import { profileFeature } from './features/profile/feature.ts'
import { providersFeature } from './features/providers/feature.ts'
import { pushFeature } from './features/push/feature.ts'
import { ratingFeature } from './features/rating/feature.ts'
import { recapFeature } from './features/recap/feature.ts'
import { receiptsFeature } from './features/receipts/feature.ts'
import { relatedAccountsFeature } from './features/related-accounts/feature.ts'
import { relayFeature } from './features/relay/feature.ts'
import { remindersFeature } from './features/reminders/feature.ts'
import { reputationFeature } from './features/reputation/feature.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { shareFeature } from './features/share/feature.ts'
import { standingFeature } from './features/standing/feature.ts'
import { statusFeature } from './features/status/feature.ts'
import { steezeFeature } from './features/steeze/feature.ts'
import { streakFeature } from './features/streak/feature.ts'
import { suspensionFeature } from './features/suspension/feature.ts'
import { trustFeature } from './features/trust/feature.ts'
import { vouchingFeature } from './features/vouching/feature.ts'
import { walletsFeature } from './features/wallets/feature.ts'
import { whitelistFeature } from './features/whitelist/feature.ts'
import { xFeature } from './features/x/feature.ts'
import type { Feature } from './platform/feature.ts'

const all = [
  configFeature,
  authFeature,
  walletsFeature,
  providersFeature,
  xFeature,
  passkeysFeature,
  identitiesFeature,
  profileFeature,
  imagesFeature,
  settingsFeature,
  peopleFeature,
  ledgerFeature,
  streakFeature,
  lessonsFeature,
  battlesFeature,
  crowdFeature,
  calendarFeature,
  followsFeature,
  friendStreaksFeature,
  standingFeature,
  leaderboardFeature,
  leaguesFeature,
  chainEventsFeature,
  steezeFeature,
  vouchingFeature,
  relayFeature,
  accountsFeature,
  relatedAccountsFeature,
  trustFeature,
  reputationFeature,
  ratingFeature,
  notificationsFeature,
  pushFeature,
  remindersFeature,
  recapFeature,
  receiptsFeature,
  whitelistFeature,
  invitesFeature,
  suspensionFeature,
  moderationFeature,
  adminLogFeature,
  shareFeature,
  statusFeature,
] as const

type TransferKindsOf<F> = F extends { transferKinds: readonly (infer K)[] } ? K : never

declare module './features/ledger/accounts.ts' {
  interface Declared {
    kinds: TransferKindsOf<(typeof all)[number]>
  }
}

/** The product's features. A feature that is not listed here is off. */
export const features: readonly Feature[] = all
