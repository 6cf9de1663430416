import type { League } from '@aura/api/calls/leagues'
import { LEAGUE_RULES, leagueName } from '@aura/api/rules/leagues'

const { people, points, drawMinutes } = LEAGUE_RULES

export const JOIN_TEXT = `Each week you are ranked among up to ${people} people by what you learn, and they see your name and your points of the week.`

export const POINTS_TEXT = `A lesson is worth ${points.beginner}, ${points.intermediate} or ${points.advanced} points by its level, a finished review ${points.review}, and a question ${points.card} once you know it after some days. Passing a unit at once brings none. Aura Points don’t count, and a league pays none.`

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const MINUTE_MS = 60_000

/** Returns when the leagues of a week that ends at a time are drawn. */
const drawnAtMs = (endsAt: string): number => Date.parse(endsAt) - 7 * DAY_MS + drawMinutes * MINUTE_MS

/** Returns what is told until somebody who learned has a league. */
export const seatingText = (endsAt: string, nowMs: number, time: (ms: number) => string): string =>
  nowMs < drawnAtMs(endsAt) ? `Leagues are drawn at ${time(drawnAtMs(endsAt))}.` : 'Finding your league...'

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
