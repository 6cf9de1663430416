import { API_ERRORS } from '@aura/api/errors'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { findSentChallenges } from '../store.ts'
import { challengeLimit } from './create.rules.ts'

/**
 * Throws BATTLE_TOO_MANY_TODAY or BATTLE_TOO_MANY_TO_THEM, with the time of the next allowed challenge. Call with the
 * challenger locked. `opponentId` is null for a link.
 */
export async function refuseTooManySent(
  ctx: Context,
  tx: Tx,
  { userId, opponentId, at }: { userId: string; opponentId: string | null; at: Date },
): Promise<void> {
  const { challengesPerDay: perDay, challengesPerPairDay: perPairDay } = ctx.limits
  const sent = await findSentChallenges(tx, userId, { at, limit: perDay })
  const reached = challengeLimit(sent, opponentId, { perDay, perPairDay })
  if (!reached) return
  const { code, until } = reached
  throw new AppError(code, {
    message: `${API_ERRORS[code].message} You can send the next one in ${durationText(until.getTime() - at.getTime())}.`,
    data: { retryAt: until.toISOString() },
  })
}

/** Returns a duration, rounded up: 5 h 12 min. */
function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ')
}
