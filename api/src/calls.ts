import { adminCalls } from './admin.ts'
import { authCalls } from './auth.ts'
import { battlesCalls } from './battles.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './call.ts'
import { configCalls } from './config.ts'
import { imagesCalls } from './images.ts'
import { leaderboardCalls } from './leaderboard.ts'
import { lessonsCalls } from './lessons.ts'
import { notificationsCalls } from './notifications.ts'
import { peopleCalls } from './people.ts'
import { presenceCalls } from './presence.ts'
import { receiptsCalls } from './receipts.ts'
import { settingsCalls } from './settings.ts'
import { steezeCalls } from './steeze.ts'
import { usersCalls } from './users.ts'
import { vouchingCalls } from './vouching.ts'
import { whitelistCalls } from './whitelist.ts'
import { xCalls } from './x.ts'

/** Every call of the API by its key, `METHOD /path`. A browser imports only its type, so no zod reaches the page. */
export const calls = {
  ...configCalls,
  ...authCalls,
  ...xCalls,
  ...settingsCalls,
  ...lessonsCalls,
  ...battlesCalls,
  ...usersCalls,
  ...imagesCalls,
  ...peopleCalls,
  ...leaderboardCalls,
  ...notificationsCalls,
  ...presenceCalls,
  ...receiptsCalls,
  ...steezeCalls,
  ...vouchingCalls,
  ...whitelistCalls,
  ...adminCalls,
}

export type Calls = typeof calls
export type CallKey = keyof Calls
export type Answer<K extends CallKey> = AnswerOf<Calls[K]>
export type Params<K extends CallKey> = ParamsOf<Calls[K]>
export type Query<K extends CallKey> = QueryOf<Calls[K]>
export type Body<K extends CallKey> = BodyOf<Calls[K]>
