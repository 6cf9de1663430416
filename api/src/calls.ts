import { accountsCalls } from './calls/accounts.ts'
import { adminLogCalls } from './calls/admin-log.ts'
import { authCalls } from './calls/auth.ts'
import { battlesCalls } from './calls/battles.ts'
import { calendarCalls } from './calls/calendar.ts'
import { configCalls } from './calls/config.ts'
import { crowdCalls } from './calls/crowd.ts'
import { followsCalls } from './calls/follows.ts'
import { friendStreaksCalls } from './calls/friend-streaks.ts'
import { imagesCalls } from './calls/images.ts'
import { invitesCalls } from './calls/invites.ts'
import { leaderboardCalls } from './calls/leaderboard.ts'
import { leaguesCalls } from './calls/leagues.ts'
import { lessonsCalls } from './calls/lessons.ts'
import { moderationCalls } from './calls/moderation.ts'
import { notificationsCalls } from './calls/notifications.ts'
import { peopleCalls } from './calls/people.ts'
import { profileCalls } from './calls/profile.ts'
import { pushCalls } from './calls/push.ts'
import { ratingCalls } from './calls/rating.ts'
import { recapCalls } from './calls/recap.ts'
import { receiptsCalls } from './calls/receipts.ts'
import { relatedAccountsCalls } from './calls/related-accounts.ts'
import { relayCalls } from './calls/relay.ts'
import { remindersCalls } from './calls/reminders.ts'
import { reputationCalls } from './calls/reputation.ts'
import { settingsCalls } from './calls/settings.ts'
import { standingCalls } from './calls/standing.ts'
import { statusCalls } from './calls/status.ts'
import { steezeCalls } from './calls/steeze.ts'
import { streakCalls } from './calls/streak.ts'
import { trustCalls } from './calls/trust.ts'
import { vouchingCalls } from './calls/vouching.ts'
import { walletsCalls } from './calls/wallets.ts'
import { whitelistCalls } from './calls/whitelist.ts'
import { xCalls } from './calls/x.ts'
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from './contract/call.ts'

/** Every call by its key, `METHOD /path`. The browser imports only its type, so no zod reaches the page. */
export const calls = {
  ...calendarCalls,
  ...configCalls,
  ...authCalls,
  ...walletsCalls,
  ...accountsCalls,
  ...xCalls,
  ...settingsCalls,
  ...streakCalls,
  ...lessonsCalls,
  ...battlesCalls,
  ...crowdCalls,
  ...followsCalls,
  ...friendStreaksCalls,
  ...standingCalls,
  ...imagesCalls,
  ...peopleCalls,
  ...leaderboardCalls,
  ...leaguesCalls,
  ...notificationsCalls,
  ...pushCalls,
  ...remindersCalls,
  ...recapCalls,
  ...receiptsCalls,
  ...steezeCalls,
  ...vouchingCalls,
  ...relayCalls,
  ...trustCalls,
  ...reputationCalls,
  ...ratingCalls,
  ...relatedAccountsCalls,
  ...whitelistCalls,
  ...invitesCalls,
  ...moderationCalls,
  ...adminLogCalls,
  ...profileCalls,
  ...statusCalls,
} satisfies Contract

export type Calls = typeof calls
export type CallKey = keyof Calls
export type Answer<K extends CallKey> = AnswerOf<Calls[K]>
export type Params<K extends CallKey> = ParamsOf<Calls[K]>
export type Query<K extends CallKey> = QueryOf<Calls[K]>
export type Body<K extends CallKey> = BodyOf<Calls[K]>
