import { z } from 'zod'
import { call } from '../contract/call.ts'
import { STANDING_RULES } from '../rules/standing.ts'
import { Done, Moment, OtherPerson, TypedLine, UserParams, Whole } from '../shapes.ts'

export const standingNotifications = ['place_received'] as const

const { lineLength, shown } = STANDING_RULES

const Place = z.object({
  person: OtherPerson,
  /** Plain text on one line: addresses in it are not links. Null if there is none or it is hidden from the viewer. */
  line: z.string().nullable(),
  placedAt: Moment,
})
export type Place = z.output<typeof Place>

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
    summary: `List who stands by a person, at most ${shown}, and by whom they stand, newest first`,
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.object({ received: z.array(Place), receivedTotal: Whole, given: z.array(Place) }),
    errors: ['USER_NOT_FOUND'],
  }),
}
