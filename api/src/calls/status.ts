import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Moment, Whole } from '../shapes.ts'

/** Ordered by how soon people notice an outage. */
export const STATUS_PARTS = ['app', 'battles', 'steeze', 'chain'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

const StatusState = z.enum(['up', 'degraded', 'down'])
export type StatusState = z.output<typeof StatusState>

/** Minutes of a UTC day by recorded status; `missing` counts minutes in which no server recorded. */
const StatusDay = z.object({ day: z.iso.date(), up: Whole, degraded: Whole, down: Whole, missing: Whole })
export type StatusDay = z.output<typeof StatusDay>

export const statusCalls = {
  'GET /api/status': call({
    summary: 'Get how each part of the product works now, and how it did on the last 90 days',
    access: 'public',
    rate: 'read',
    answer: z.object({
      /** Start of recording; null before its first minute. */
      since: Moment.nullable(),
      checkedAt: Moment,
      parts: z.array(
        z.object({
          part: z.enum(STATUS_PARTS),
          state: StatusState,
          /** Oldest first; the days since recording began. */
          days: z.array(StatusDay),
        }),
      ),
    }),
  }),
}
