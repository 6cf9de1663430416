import { LEAGUE_RULES } from '@aura/api/rules/leagues'

const DAY_MS = 86_400_000
const TOP = LEAGUE_RULES.levels.length

/** Returns the week since 1970, Monday to Sunday in UTC, as `league_week`. 1970-01-01 was a Thursday. */
export const weekOf = (at: Date): number => Math.floor((Math.floor(at.getTime() / DAY_MS) + 3) / 7)

export const weekEndsAt = (week: number): Date => new Date(((week + 1) * 7 - 3) * DAY_MS)

/**
 * Returns how many move up and down. A full league moves five each way and a smaller one in proportion, up before down.
 * A person alone stays. No one rises above the top level or falls below the lowest.
 */
export function zonesOf(people: number, level: number): { up: number; down: number } {
  const { people: full, moving } = LEAGUE_RULES
  const share = (Math.min(people, full) * moving) / full
  return { up: level === TOP || people < 2 ? 0 : Math.ceil(share), down: level === 1 ? 0 : Math.floor(share) }
}

/** Result of a person's last closed week. */
export interface Result {
  week: number
  level: number
  moved: number
}

/**
 * Returns the level a person plays on in a week. Weeks away cost one level in total, as much as a place among the last
 * five does: so learning is never worse than staying away, and a longer absence costs no more.
 */
export function levelIn(week: number, last: Result | undefined): number {
  if (!last) return 1
  const level = last.level + last.moved
  return week - last.week > 1 ? Math.max(1, level - 1) : level
}
