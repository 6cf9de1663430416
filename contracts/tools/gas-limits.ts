import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Allowance above a contract that only moves the USDC, for repeated calls. */
export const GAS_LIMITS = [
  { operation: 'vouch', floor: 'floor: transferFrom', above: 8_000 },
  { operation: 'buySteeze', floor: 'floor: transferFrom', above: 8_000 },
  { operation: 'withdrawSteeze', floor: 'floor: transfer', above: 24_000 },
] as const

/** Returns gas by call, from the snapshot that forge checks on every run. */
export function measuredGas(): ReadonlyMap<string, number> {
  const file = join(import.meta.dirname, '../snapshots/gas.json')
  const gas = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return new Map(Object.entries(gas).map(([name, value]) => [name, Number(value)]))
}
