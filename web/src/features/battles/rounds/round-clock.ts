import type { Rounds } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'

/** Returns when the server leaves this phase by its clock, in milliseconds; null if time alone doesn't end it. */
export function dueAtMs({ phase, lobby, next, open, revealEndsAt }: Rounds): number | null {
  switch (phase) {
    case 'lobby':
      return timeOf(lobby?.closesAt)
    case 'countdown':
      return timeOf(next?.opensAt)
    case 'open':
      // Slow lines have that much longer.
      return open && Date.parse(open.closesAt) + ROUND_RULES.maxRoundTripMs
    case 'reveal':
      return timeOf(revealEndsAt ?? next?.opensAt)
    default:
      return null
  }
}

const timeOf = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null)

/** Returns the whole seconds until a moment, as a clock shows them: never below zero. */
export const secondsUntil = (at: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1_000))

const TOLD_S = [10, 5] as const

/** Returns what a screen reader is told of the time: once with 10 and once with 5 seconds left. */
export function timeTold(leftS: number): string {
  const told = TOLD_S.findLast((seconds) => leftS <= seconds)
  return told !== undefined && leftS > 0 ? `${told} seconds left` : ''
}
