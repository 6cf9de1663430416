import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC } from '@aura/api/money'
import { RELAY_RULES } from '@aura/api/rules/relay'

type First = Answer<'GET /api/auth/user'>['seenFirsts'][number]

const [FIRST_USDC, AGAIN_USDC] = RELAY_RULES.secondKeyUsdc

/**
 * Returns what is marked as shown once the question for a second key is answered, or null if it isn't due. It is due when
 * the wallet holds the first amount, and once more when it holds the second.
 */
export function dueQuestion(micros: number | null, seen: readonly First[]): First[] | null {
  if (micros === null || seen.includes('second_key_again')) return null
  const usdc = micros / MICROS_PER_USDC
  if (usdc >= AGAIN_USDC) return ['second_key', 'second_key_again']
  return usdc >= FIRST_USDC && !seen.includes('second_key') ? ['second_key'] : null
}
