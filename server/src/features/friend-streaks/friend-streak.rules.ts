/** A person's days, as `activeDays` of streak returns them. */
interface ActiveDays {
  today: string
  learned: ReadonlySet<string>
  held: ReadonlySet<string>
}

const DAY_MS = 86_400_000
const after = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

type DayOfOne = 'learned' | 'held' | 'open' | 'missed'

function dayOfOne({ learned, held, today }: ActiveDays, day: string): DayOfOne {
  if (learned.has(day)) return 'learned'
  if (held.has(day)) return 'held'
  return day < today ? 'missed' : 'open'
}

/**
 * Returns the number of days two people kept together since the start. A day counts if both learned on it, each by
 * their own clock. A day that a rest day or a change of time zone covers for one of them keeps the count; a missed day
 * ends it.
 */
export function daysTogether(startDay: string, one: ActiveDays, other: ActiveDays): number {
  const last = one.today > other.today ? one.today : other.today
  let days = 0
  for (let day = startDay; day <= last; day = after(day)) {
    const states = [dayOfOne(one, day), dayOfOne(other, day)]
    if (states.includes('missed')) days = 0
    else if (states.every((state) => state === 'learned')) days += 1
  }
  return days
}
