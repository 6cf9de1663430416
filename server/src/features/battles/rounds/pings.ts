import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { sideOf } from '../battle.rules.ts'
import type { BattleRow } from '../store.ts'
import { PINGS, roundTripOf } from './rounds.rules.ts'
import { addPing, findSeats } from './rounds-store.ts'

/** Longer ones tell nothing about a line. */
const MAX_MS = 10_000

/**
 * Returns a function that measures a participant's round trip: the time from a response with a token to the request that
 * brings it back. A token of another server, person or battle measures nothing. Throws BATTLE_PARTICIPANTS_ONLY.
 */
export function pinger(ctx: Context) {
  const key = randomBytes(32)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const textOf = (ms: string, battleId: string, userId: string) => `${ms}/${battleId}/${userId}`

  function measure(token: string | null, battleId: string, userId: string): number | undefined {
    const [sentAt = '', signature = ''] = token?.split('.') ?? []
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(textOf(sentAt, battleId, userId)))]
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const ms = Math.round(ctx.clock.elapsedMs() - Number(sentAt) / 1_000)
    return ms >= 0 && ms <= MAX_MS ? ms : undefined
  }

  return async (
    battle: BattleRow,
    { userId, token }: { userId: string; token: string | null },
  ): Promise<Omit<Answer<'POST /api/battles/:id/rounds/ping'>, 'serverTime'>> => {
    const side = sideOf(battle, userId)
    if (!side) throw new AppError('BATTLE_PARTICIPANTS_ONLY')
    const ms = measure(token, battle.id, userId)
    const pings =
      ms === undefined
        ? (await findSeats(ctx.db, battle.id))[side].pings
        : await addPing(ctx.db, battle.id, { side, ms })
    // Microseconds, so that the token has no point in it.
    const sentAt = String(Math.round(ctx.clock.elapsedMs() * 1_000))
    return {
      token: `${sentAt}.${sign(textOf(sentAt, battle.id, userId))}`,
      roundTripMs: pings.length < PINGS.fewest ? null : roundTripOf(pings),
    }
  }
}
