import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Floor of what is limited as a whole. */
const NOTHING = 'nothing'

/**
 * Allowance for repeated calls: above a contract that only moves the USDC, or above the call that a person sends with a
 * signature, for what anybody may hand in.
 */
export const GAS_LIMITS = [
  { operation: 'vouch', floor: 'floor: transferFrom', above: 8_000 },
  { operation: 'buySteeze', floor: 'floor: transferFrom', above: 8_000 },
  { operation: 'withdrawSteeze', floor: 'floor: transfer', above: 24_000 },
  { operation: 'vouchWithAuthorization', floor: 'vouchWithPermit', above: 21_000 },
  { operation: 'buySteezeWithAuthorization', floor: 'buySteezeWithPermit', above: 20_000 },
  { operation: 'withdrawSteezeFor', floor: 'withdrawSteeze', above: 1_000 },
  { operation: 'vouchWithAuthorization by passkey', floor: 'vouchWithAuthorization', above: 30_000 },
  { operation: 'buySteezeWithAuthorization by passkey', floor: 'buySteezeWithAuthorization', above: 30_000 },
  { operation: 'createAccount', floor: NOTHING, above: 240_000 },
] as const

/** Returns gas by call, from the snapshot that forge checks on every run. */
export function measuredGas(): ReadonlyMap<string, number> {
  const file = join(import.meta.dirname, '../snapshots/gas.json')
  const gas = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return new Map([[NOTHING, 0], ...Object.entries(gas).map(([name, value]) => [name, Number(value)] as const)])
}
