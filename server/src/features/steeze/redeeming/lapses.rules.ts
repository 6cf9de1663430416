import { STEEZE_RULES } from '@aura/api/rules/steeze'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface Lapses {
  /** When redemptions ended that weren't withdrawn in full, latest first. */
  unused: readonly Date[]
  /** When redemptions were opened that the person cancelled while they waited for an admin, latest first. */
  cancelled: readonly Date[]
}

export interface NextRedemption {
  at: Date
  reason: string
}

/**
 * Returns from when the person may redeem again, and why not before; null if they may. What is signed takes up the day's
 * cap until it provably can't be withdrawn, so each redemption that runs out within a day makes the next one wait longer.
 * Requests that are cancelled cost an admin's time.
 */
export function nextRedemption({ unused, cancelled }: Lapses, now: Date): NextRedemption | null {
  const moments: NextRedemption[] = []
  const [latest] = unused
  if (latest) {
    const withinDay = unused.filter((at) => at.getTime() > latest.getTime() - DAY_MS).length
    const hours = STEEZE_RULES.lapseWaitHours.at(Math.min(withinDay, STEEZE_RULES.lapseWaitHours.length) - 1) as number
    const at = new Date(latest.getTime() + hours * HOUR_MS)
    moments.push({ at, reason: 'Your last signed redemption ran out unused.' })
  }
  const first = cancelled[STEEZE_RULES.redeemCancels - 1]
  if (first) {
    moments.push({
      at: new Date(first.getTime() + DAY_MS),
      reason: 'You cancelled two redemptions within a day.',
    })
  }
  const [last] = moments.filter(({ at }) => at > now).sort((a, b) => b.at.getTime() - a.at.getTime())
  return last ?? null
}
