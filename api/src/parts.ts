import type { z } from 'zod'
import { accountsOnceShown } from './calls/accounts.ts'
import { battlesNotifications } from './calls/battles.ts'
import { followsNotifications, followsProfileFields } from './calls/follows.ts'
import { friendStreaksNotifications, friendStreaksProfileFields } from './calls/friend-streaks.ts'
import { leaguesNotifications } from './calls/leagues.ts'
import { ratingProfileFields } from './calls/rating.ts'
import { recapNotifications } from './calls/recap.ts'
import { relatedNotifications } from './calls/related-accounts.ts'
import { remindersNotifications } from './calls/reminders.ts'
import { reputationProfileFields } from './calls/reputation.ts'
import { standingNotifications } from './calls/standing.ts'
import { steezeNotifications, steezeReceipts } from './calls/steeze.ts'
import { trustNotifications, trustProfileFields } from './calls/trust.ts'
import {
  vouchingLevelFields,
  vouchingNotifications,
  vouchingOnceShown,
  vouchingProfileFields,
  vouchingReceipts,
  vouchingUserFields,
} from './calls/vouching.ts'

// Features' additions to the shapes of other calls.

export const notificationTypes = [
  ...battlesNotifications,
  ...vouchingNotifications,
  ...steezeNotifications,
  ...followsNotifications,
  ...friendStreaksNotifications,
  ...remindersNotifications,
  ...leaguesNotifications,
  ...recapNotifications,
  ...trustNotifications,
  ...relatedNotifications,
  ...standingNotifications,
] as const

export const receiptKinds = [...steezeReceipts, ...vouchingReceipts] as const

/** Events that happen to a person once and are shown to them once. */
export const featureOnceShown = [...vouchingOnceShown, ...accountsOnceShown] as const

export const userFields = { ...vouchingUserFields }
export type UserFields = z.output<z.ZodObject<typeof userFields>>

export const profileFields = {
  ...vouchingProfileFields,
  ...followsProfileFields,
  ...friendStreaksProfileFields,
  ...trustProfileFields,
  ...reputationProfileFields,
  ...ratingProfileFields,
}
export type ProfileFields = z.output<z.ZodObject<typeof profileFields>>

export const levelFields = { ...vouchingLevelFields }
export type LevelFields = z.output<z.ZodObject<typeof levelFields>>
