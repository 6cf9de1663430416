import type { League } from '@aura/api/calls/leagues'
import { LEAGUE_RULES, leagueName } from '@aura/api/rules/leagues'

const { people, points } = LEAGUE_RULES

export const JOIN_TEXT = `Each week you are ranked among up to ${people} people by what you learn, and they see your name and your points of the week.`

export const POINTS_TEXT = `A lesson is worth ${points.beginner}, ${points.intermediate} or ${points.advanced} points by its level, a finished review ${points.review}, and a question ${points.card} once you know it after some days. Aura Points don’t count, and a league pays none.`

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

export function timeLeft(leftMs: number): string {
  if (leftMs >= DAY_MS) return `${counted(Math.floor(leftMs / DAY_MS), 'day')} left`
  if (leftMs >= HOUR_MS) return `${counted(Math.floor(leftMs / HOUR_MS), 'hour')} left`
  return leftMs > 0 ? 'Less than an hour left' : 'Closing'
}

export function resultText({ level, place, people: all, moved }: NonNullable<League['lastWeek']>): string {
  const name = leagueName(level + moved)
  const then = moved === 0 ? `You stayed in ${name}.` : `You moved ${moved > 0 ? 'up' : 'down'} to ${name}.`
  return `You were ${place} of ${all} in the ${leagueName(level)} league. ${then}`
}

/** Returns the move of a place if the week ended now. */
export function zoneOf(place: number, { rows, up, down }: NonNullable<League['league']>): 'up' | 'down' | 'stay' {
  if (place <= up) return 'up'
  return place > rows.length - down ? 'down' : 'stay'
}
