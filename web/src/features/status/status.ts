import type { Answer } from '@aura/api/calls'
import type { StatusDay, StatusPart, StatusState } from '@aura/api/calls/status'

export type Status = Answer<'GET /api/status'>
export type PartStatus = Status['parts'][number]

export const PART_NAMES: Readonly<Record<StatusPart, { name: string; about: string }>> = {
  app: { name: 'Website and sign-in', about: 'Pages, lessons, profiles and rankings.' },
  battles: { name: 'Battles', about: 'Starting and ending on time.' },
  steeze: { name: 'Redeeming Steeze', about: 'Signing withdrawals.' },
  chain: { name: 'Payments', about: 'Reading them from the network and crediting them.' },
}

export const STATE_WORDS: Readonly<Record<StatusState, string>> = { up: 'Works', degraded: 'Slow', down: 'Down' }

export function verdict(parts: readonly PartStatus[]): string {
  const named = (state: StatusState) =>
    parts.filter((part) => part.state === state).map(({ part }) => PART_NAMES[part].name)
  const [down, slow] = [named('down'), named('degraded')]
  if (down.length + slow.length === 0) return 'Everything works'
  return [
    ...(down.length > 0 ? [`Down: ${down.join(', ')}`] : []),
    ...(slow.length > 0 ? [`Slow: ${slow.join(', ')}`] : []),
  ].join('. ')
}

/** Minutes of downtime from which a day is marked bad; a restart takes less. */
const BAD_MIN = 5

export const lookOf = ({ degraded, down, missing }: StatusDay): StatusState =>
  down + missing > BAD_MIN ? 'down' : down + missing + degraded > 0 ? 'degraded' : 'up'

/** Returns the share of recorded time in which the part worked, slow or not, cut to hundredths of a percent. */
export function availability(days: readonly StatusDay[]): string | null {
  let worked = 0
  let all = 0
  for (const { up, degraded, down, missing } of days) {
    worked += up + degraded
    all += up + degraded + down + missing
  }
  return all === 0 ? null : `${(Math.floor((worked * 10_000) / all) / 100).toFixed(2)}%`
}

const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

export function troubleOf({ degraded, down, missing }: StatusDay): string | null {
  const troubles = [
    ...(down + missing > 0 ? [`down for ${minutes(down + missing)}`] : []),
    ...(degraded > 0 ? [`slow for ${minutes(degraded)}`] : []),
  ]
  return troubles.length > 0 ? troubles.join(', ') : null
}

export function daysWithTrouble(parts: readonly PartStatus[]): { day: string; troubles: string[] }[] {
  const byDay = new Map<string, string[]>()
  for (const { part, days } of parts) {
    for (const day of days) {
      const trouble = troubleOf(day)
      if (trouble === null) continue
      byDay.set(day.day, [...(byDay.get(day.day) ?? []), `${PART_NAMES[part].name}: ${trouble}`])
    }
  }
  return [...byDay].sort(([one], [other]) => other.localeCompare(one)).map(([day, troubles]) => ({ day, troubles }))
}
