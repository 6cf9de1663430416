import { countdown } from '#lib/time/countdown'
import type { Battle } from '../shared/battle-view.ts'
import { useTimeLeft } from '../showdown/final/use-time-left.ts'

/** Returns the countdown to a battle's end, start or, while pending, expiry. Ticks with the final minute's number. */
export function useStageClock({ status, ...at }: Pick<Battle, 'status' | 'battleStartsAt' | 'endsAt'>) {
  return stageClock(status, useTimeLeft(status === 'active' ? at.endsAt : at.battleStartsAt))
}

export function stageClock(status: Battle['status'], leftMs: number): { before: string; clock: string } {
  const words = (before: string, over: string) =>
    leftMs > 0 ? { before, clock: countdown(leftMs) } : { before: '', clock: over }
  if (status === 'active') return words('', 'Voting Ended')
  return status === 'pending' ? words('Expires in', 'Expiring') : words('Starts in', 'Starting')
}
