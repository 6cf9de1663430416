import { z } from 'zod'
import { call } from '../contract/call.ts'
import { REMINDER_RULES } from '../rules/reminders.ts'

const Hour = z.int().min(REMINDER_RULES.firstHour).max(REMINDER_RULES.lastHour)

const ReminderHours = z.object({
  /** Null follows the usual hour. */
  chosenHour: Hour.nullable(),
  /** Hour at which they usually learn; null before their first lesson. */
  usualHour: Hour.nullable(),
})
export type ReminderHours = z.output<typeof ReminderHours>

/** Reminders of an unfinished day: at the person's hour, and shortly before midnight if a streak is at stake. */
export const remindersNotifications = ['day_reminder', 'streak_reminder'] as const

export const remindersCalls = {
  'GET /api/reminders/hours': call({
    summary: 'Get the hour at which the user is reminded of an open day',
    access: 'user',
    rate: 'read',
    answer: ReminderHours,
  }),
  'PUT /api/reminders/hours': call({
    summary: 'Choose the hour of the daily reminder, or null for the usual one',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: ReminderHours.pick({ chosenHour: true }),
    answer: ReminderHours,
  }),
}
