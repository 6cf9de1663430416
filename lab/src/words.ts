import { checksumAddress, type Hex } from './bytes.ts'
import { formatUnits } from './units.ts'
import { UNLIMITED, USDC_DECIMALS } from './usdc.ts'

export const usdcText = (value: bigint): string =>
  value === UNLIMITED ? 'unlimited USDC' : `${formatUnits(value, USDC_DECIMALS).replace(/\.\d$/, '$&0')} USDC`

/** Formats with six decimals, finer than any amount a lab names. */
export const ethText = (wei: bigint): string => `${formatUnits(wei - (wei % 10n ** 12n), 18)} ETH`

export function shortAddress(address: Hex): string {
  const shown = checksumAddress(address)
  return `${shown.slice(0, 6)}…${shown.slice(-4)}`
}

export const DAY = 86_400
const MINUTE = 60

/** Returns "3 days" or "4 minutes", rounded down, and "now" below a minute. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return 'now'
  const [count, unit] =
    seconds >= DAY
      ? [Math.floor(seconds / DAY), 'day']
      : seconds >= 60 * MINUTE
        ? [Math.floor(seconds / (60 * MINUTE)), 'hour']
        : [Math.floor(seconds / MINUTE), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
