import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import type { Context } from '#platform/context'
import { PINGS, roundTripOf } from './rounds.rules.ts'

/** Longer ones tell nothing about a line. */
const MAX_MS = 10_000

interface Measured {
  /** A battle or a practice. */
  id: string
  userId: string
  token: string | null
  /** Returns the stored round trips. */
  find: () => Promise<number[]>
  /** Stores one and returns them all. */
  add: (ms: number) => Promise<number[]>
}

/**
 * Returns a function that measures a person's round trip: the time from a response with a token to the request that
 * brings it back. A token of another server, person, battle or practice measures nothing.
 */
export function pinger(ctx: Context) {
  const key = randomBytes(32)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const textOf = (ms: string, { id, userId }: Measured) => `${ms}/${id}/${userId}`

  function measure(of: Measured): number | undefined {
    const [sentAt = '', signature = ''] = of.token?.split('.') ?? []
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(textOf(sentAt, of)))]
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const ms = Math.round(ctx.clock.elapsedMs() - Number(sentAt) / 1_000)
    return ms >= 0 && ms <= MAX_MS ? ms : undefined
  }

  return async (of: Measured): Promise<Omit<Answer<'POST /api/battles/:id/rounds/ping'>, 'serverTime'>> => {
    const ms = measure(of)
    const pings = ms === undefined ? await of.find() : await of.add(ms)
    // Microseconds, so that the token has no point in it.
    const sentAt = String(Math.round(ctx.clock.elapsedMs() * 1_000))
    return {
      token: `${sentAt}.${sign(textOf(sentAt, of))}`,
      roundTripMs: pings.length < PINGS.fewest ? null : roundTripOf(pings),
    }
  }
}
