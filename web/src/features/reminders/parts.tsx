import { REMINDER_RULES } from '@aura/api/rules/reminders'
import type { Parts } from '#lib/parts'
import { ReminderHour } from './reminder-hour.tsx'

const { lastCallHours, lastCallStreak, awayDays } = REMINDER_RULES

const parts: Parts = {
  notifications: {
    day_reminder: { label: 'Daily reminder', note: 'Once, at your hour, if nothing has counted for your day yet.' },
    streak_reminder: {
      label: 'Streak reminder',
      note: `${lastCallHours} hours before your midnight, if a streak of ${lastCallStreak} or more needs the day.`,
    },
  },
  offInBell: ['day_reminder', 'streak_reminder'],
  NotificationTimes: ReminderHour,
  guide: (
    <>
      <h2>Reminders</h2>
      <p>
        While your day is still open, Aura reminds you once, at the hour you usually learn or one you choose in
        Settings. If a streak of {lastCallStreak} days or more needs the day, you hear once more {lastCallHours} hours
        before your midnight. Once a lesson or review counts, there is nothing to remind you of. Nothing else comes
        between 22:00 and 7:00, and after {awayDays} days away reminders stop until you are back. Turn off either in
        Settings, or right on a reminder.
      </p>
    </>
  ),
}
export default parts
