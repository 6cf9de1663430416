import { CalendarDays } from 'lucide-react'
import type { Feature } from '#lib/feature'

export const remindersFeature: Feature = {
  name: 'reminders',
  notificationIcons: { day_reminder: CalendarDays, streak_reminder: CalendarDays },
  parts: () => import('./parts.tsx'),
  afterLessons: () => import('./tomorrows-reminder.tsx'),
}
