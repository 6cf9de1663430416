import { z } from 'zod'
import { call } from '../contract/call.ts'
import { LEAGUE_RULES } from '../rules/leagues.ts'
import { Done, Moment, OtherPerson, Whole } from '../shapes.ts'

export const leaguesNotifications = ['league_result'] as const

const Level = z.int().min(1).max(LEAGUE_RULES.levels.length)
const Place = z.int().min(1)

const LeagueRow = z.object({
  place: Place,
  /** Null for people the user blocked. */
  person: OtherPerson.nullable(),
  points: Whole,
  isMe: z.boolean(),
})
export type LeagueRow = z.output<typeof LeagueRow>

const League = z.object({
  isMember: z.boolean(),
  /** Kept while the user isn't in a league. */
  level: Level,
  endsAt: Moment,
  serverTime: Moment,
  /** Whether they have learned this week as a member. Their league follows within moments. */
  hasLearned: z.boolean(),
  /** Best first. The first `up` people are promoted when the week ends, the last `down` relegated. */
  league: z.object({ rows: z.array(LeagueRow), up: Whole, down: Whole }).nullable(),
  lastWeek: z
    .object({
      level: Level,
      place: Place,
      people: Place,
      /** Change of level: -1, 0 or 1. */
      moved: z.int().min(-1).max(1),
    })
    .nullable(),
})
export type League = z.output<typeof League>

export const leaguesCalls = {
  'GET /api/leagues/me': call({
    summary: 'Get the user’s league of this week, and how the last one ended',
    access: 'user',
    rate: 'read',
    answer: League,
  }),
  'PUT /api/leagues/me': call({
    summary: 'Join the leagues; what was learned this week counts',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: Done,
  }),
  'DELETE /api/leagues/me': call({
    summary: 'Leave the leagues',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: Done,
  }),
}
