import { z } from 'zod'
import { call } from '../contract/call.ts'

/** `path`: of a calendar that anyone who knows it can read; null if there is none. */
const CalendarAddress = z.object({ path: z.string().nullable() })

export const calendarCalls = {
  'GET /api/calendar': call({
    summary: 'Get the private address of the user’s calendar, with their battles and those they follow',
    access: 'user',
    rate: 'read',
    answer: CalendarAddress,
  }),
  'PUT /api/calendar': call({
    summary: 'Make a new private address; an earlier one stops working',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: CalendarAddress,
  }),
  'DELETE /api/calendar': call({
    summary: 'Remove the private address',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: CalendarAddress,
  }),
}
