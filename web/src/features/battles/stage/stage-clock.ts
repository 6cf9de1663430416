import { countdown } from '#lib/time/countdown'
import type { Battle } from '../shared/battle-view.ts'

/** What a battle that is live or ahead counts down to, at this server time. An unanswered one counts to its expiry. */
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
