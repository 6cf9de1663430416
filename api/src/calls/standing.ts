import { z } from 'zod'
import { call } from '../contract/call.ts'
import { STANDING_RULES } from '../rules/standing.ts'
import { Done, KeyCursor, Moment, OtherPerson, TypedLine, UserParams, Whole } from '../shapes.ts'

export const standingNotifications = ['place_received'] as const

const { lineLength, page } = STANDING_RULES

const Place = z.object({
  id: z.uuid(),
  person: OtherPerson,
  /** Plain text on one line: addresses in it are not links. Null if there is none or it is hidden from the viewer. */
  line: z.string().nullable(),
  placedAt: Moment,
})
export type Place = z.output<typeof Place>

/** Why a place brings less than it could, besides its age. `beyond`: its giver has more places than count. */
const Discount = z.enum(['related', 'suspended', 'beyond', 'liability'])
export type Discount = z.output<typeof Discount>

const ReceivedPlace = Place.extend({
  isSeed: z.boolean(),
  /** Trust that it brings today, as of the last calculation. */
  points: Whole,
  /** When it counts in full; null if it does. */
  ripeAt: Moment.nullable(),
  /** A vouch that stayed, which doubles it, in full from `ripeAt` on. */
  money: z.object({ since: Moment, ripeAt: Moment.nullable() }).nullable(),
  /** Known to its giver and receiver alone; empty for others. */
  discounts: z.array(Discount),
})
export type ReceivedPlace = z.output<typeof ReceivedPlace>

const SeedReach = z.object({
  seed: OtherPerson,
  /** Number of people whom any of its points reach, and the points that do today. */
  people: Whole,
  points: Whole,
  /** Points that today's places will bring besides, once they are ripe. */
  ripening: z.int(),
  /** Effect of losing the seed: the number of people with less Trust, and the points they lose in all. */
  loss: z.object({ people: Whole, points: z.int() }),
})
export type SeedReach = z.output<typeof SeedReach>

export const standingCalls = {
  'GET /api/places': call({
    summary: 'List the people whom the user stands by, newest first, and how many places are left',
    access: 'user',
    rate: 'read',
    answer: z.object({ total: Whole, left: Whole, places: z.array(Place) }),
  }),
  'PUT /api/places/:id': call({
    summary: 'Stand by a person with one of the user’s places, or change its line',
    access: 'user',
    rate: 'write',
    idempotent: true,
    params: UserParams,
    /** Without `line`, a place that exists keeps its line; an empty one removes it. */
    body: z.object({ line: TypedLine(lineLength, `Your line has at most ${lineLength} characters`).optional() }),
    answer: z.object({ total: Whole, left: Whole }),
    errors: ['USER_NOT_FOUND', 'PLACE_FOR_ONESELF', 'PLACES_USED_UP', 'PERSON_BLOCKED', 'PERSON_UNAVAILABLE'],
  }),
  'DELETE /api/places/:id': call({
    summary: 'Take a place back; taken again, it ripens from the start',
    access: 'user',
    rate: 'write',
    idempotent: true,
    params: UserParams,
    answer: Done,
  }),
  'GET /api/users/:id/places': call({
    summary: `List who stands by a person, with what each place brings, ${page} per page, and by whom they stand`,
    access: 'viewer',
    rate: 'read',
    heavy: true,
    params: UserParams,
    query: z.object({ after: KeyCursor.optional() }),
    answer: z.object({
      /** Those that bring most first, of equal ones the newest. */
      received: z.array(ReceivedPlace),
      /** Pass as `after` for the next page; null on the last. */
      next: z.string().nullable(),
      receivedTotal: Whole,
      /** Newest first. */
      given: z.array(Place),
      trust: z.object({
        points: Whole,
        /** Number of seeds whose points reach the person. */
        seeds: Whole,
        /** Thousandths of these that count: 250 through a single seed, 1,000 once others agree. */
        countsThousandths: Whole,
      }),
    }),
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/admin/seeds': call({
    summary: 'List the seeds of Trust with what comes from each, and what losing it would change',
    access: 'admin',
    rate: 'read',
    heavy: true,
    answer: z.array(SeedReach),
  }),
}
