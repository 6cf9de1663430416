import { countdown } from '#lib/time/countdown'
import type { Battle } from '../shared/battle-view.ts'

/** Returns the countdown to a battle's end, start or, while it is unanswered, expiry. `nowMs` is the server's time. */
export function stageClock(
  { status, battleStartsAt, endsAt }: Pick<Battle, 'status' | 'battleStartsAt' | 'endsAt'>,
  nowMs: number,
): { before: string; clock: string } {
  const leftMs = Date.parse(status === 'active' ? endsAt : battleStartsAt) - nowMs
  const words = (before: string, over: string) =>
    leftMs > 0 ? { before, clock: countdown(leftMs) } : { before: '', clock: over }
  if (status === 'active') return words('', 'Voting Ended')
  return status === 'pending' ? words('Expires in', 'Expiring') : words('Starts in', 'Starting')
}
