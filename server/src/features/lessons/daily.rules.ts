import { createHash } from 'node:crypto'
import { type Day, dayNumber } from './day.rules.ts'

/**
 * Returns the ids of a day's lessons. The date picks the same for everyone; a lesson this user completed earlier is
 * replaced by the next uncompleted one in catalogue order, or stays as a review if none is left.
 */
export function dailyLessonIds(
  catalogue: readonly string[],
  day: Day,
  { completedBefore, perDay }: { completedBefore: ReadonlySet<string>; perDay: number },
): string[] {
  const size = catalogue.length
  const count = Math.min(perDay, size)
  const start = size === 0 ? 0 : (((dayNumber(day) * perDay) % size) + size) % size
  const at = (position: number) => catalogue[(start + position) % size] as string
  const picked = Array.from({ length: count }, (_, position) => at(position))
  const chosen = new Set(picked)
  return picked.map((id) => {
    if (!completedBefore.has(id)) return id
    for (let position = count; position < size; position++) {
      const next = at(position)
      if (chosen.has(next) || completedBefore.has(next)) continue
      chosen.add(next)
      return next
    }
    return id
  })
}

/** Returns the minutes it takes to read a text at 220 words a minute, at least 1. */
export function readMinutes(content: string): number {
  const words = content.split(/\s+/).filter((word) => word !== '').length
  return Math.max(1, Math.ceil(words / 220))
}

/**
 * Returns the order in which a user sees a lesson's options: stable per user, different between users. Entry i is the
 * catalogue index of the option shown at i.
 */
export function optionOrder(userId: string, lessonId: string, options: number): number[] {
  const ranks = Array.from({ length: options }, (_, index) => ({
    index,
    rank: createHash('sha256').update(`${userId}/${lessonId}/${index}`).digest('hex'),
  }))
  return ranks.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ index }) => index)
}
