import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Moment, OtherPerson, Whole } from '../shapes.ts'

export const trustNotifications = ['trust_update'] as const

const Supporter = z.object({ person: OtherPerson, points: Whole })

export const trustProfileFields = {
  trust: z.object({
    points: Whole,
    /** Number of people any of it comes from. */
    supporters: Whole,
    top: z.array(Supporter),
  }),
}

const TrustedEntry = z.object({ rank: z.int().min(1), person: OtherPerson, points: Whole, supporters: Whole })
export type TrustedEntry = z.output<typeof TrustedEntry>

export const trustCalls = {
  'GET /api/trust': call({
    summary: 'Get the published seeds of Trust, its formula’s version and what it was calculated from',
    access: 'public',
    rate: 'read',
    answer: z.object({
      version: z.int(),
      /** Null before the first calculation. */
      calculatedAt: Moment.nullable(),
      /** Number of open places. */
      places: Whole,
      people: Whole,
      seeds: z.array(OtherPerson),
    }),
  }),
  'GET /api/trust/own': call({
    summary: 'Get what takes from the user’s Trust: how many of the accounts they invited seem to be one person’s',
    access: 'user',
    rate: 'read',
    answer: z.object({
      /** Number of related accounts, and when it begins to count; null if too few to count. */
      ring: z.object({ accounts: Whole, countsFrom: Moment }).nullable(),
    }),
  }),
  'GET /api/trust/ranking': call({
    summary: 'List the 100 people with the most Trust',
    access: 'public',
    rate: 'read',
    answer: z.array(TrustedEntry),
  }),
}
