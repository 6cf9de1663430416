import { accountsFeature } from './features/accounts/feature.ts'
import { adminFeature } from './features/admin/feature.ts'
import { battlesFeature } from './features/battles/feature.ts'
import { crowdFeature } from './features/crowd/feature.ts'
import { dashboardFeature } from './features/dashboard/feature.ts'
import { designFeature } from './features/design/feature.ts'
import { followsFeature } from './features/follows/feature.ts'
import { friendStreaksFeature } from './features/friend-streaks/feature.ts'
import { helpFeature } from './features/help/feature.ts'
import { invitesFeature } from './features/invites/feature.ts'
import { leaderboardFeature } from './features/leaderboard/feature.ts'
import { leaguesFeature } from './features/leagues/feature.ts'
import { learnFeature } from './features/learn/feature.ts'
import { lessonsFeature } from './features/lessons/feature.ts'
import { libraryFeature } from './features/library/feature.ts'
import { moderationFeature } from './features/moderation/feature.ts'
import { peopleFeature } from './features/people/feature.ts'
import { pushFeature } from './features/push/feature.ts'
import { ratingFeature } from './features/rating/feature.ts'
import { recapFeature } from './features/recap/feature.ts'
import { receiptsFeature } from './features/receipts/feature.ts'
import { remindersFeature } from './features/reminders/feature.ts'
import { reputationFeature } from './features/reputation/feature.ts'
import { reservesFeature } from './features/reserves/feature.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { standingFeature } from './features/standing/feature.ts'
import { statusFeature } from './features/status/feature.ts'
import { steezeFeature } from './features/steeze/feature.ts'
import { streakFeature } from './features/streak/feature.ts'
import { trustFeature } from './features/trust/feature.ts'
import { vouchingFeature } from './features/vouching/feature.ts'
import { welcomeFeature } from './features/welcome/feature.ts'
import type { Destination, Feature, Screen } from './lib/feature.ts'

/** The order is that of the navigation. */
export const features: readonly Feature[] = [
  dashboardFeature,
  learnFeature,
  welcomeFeature,
  recapFeature,
  battlesFeature,
  crowdFeature,
  leaderboardFeature,
  leaguesFeature,
  steezeFeature,
  vouchingFeature,
  trustFeature,
  reputationFeature,
  ratingFeature,
  peopleFeature,
  standingFeature,
  friendStreaksFeature,
  followsFeature,
  moderationFeature,
  receiptsFeature,
  invitesFeature,
  lessonsFeature,
  streakFeature,
  reservesFeature,
  statusFeature,
  settingsFeature,
  accountsFeature,
  pushFeature,
  remindersFeature,
  libraryFeature,
  helpFeature,
  adminFeature,
  designFeature,
]

export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens ?? [])

export const destinations: readonly Destination[] = features.flatMap((feature) => feature.destinations ?? [])
