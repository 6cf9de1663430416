export { AddToCalendar } from './add-to-calendar.tsx'
export { CalendarCard } from './calendar-card.tsx'
