import { MICROS_PER_USDC } from '@aura/api/money'

/** USDC that one person can vouch for another in total, as the contract has it. */
export const MOST_USDC = 100
/** AP for a vouched USDC, before the multiplier. */
const AP_PER_USDC = 10

/** The AP a vouch of whole USDC will award: floor(10 x USDC x multiplier), counted in tenths. */
export const auraFor = (usdc: number, multiplier: string): number =>
  Math.floor((usdc * AP_PER_USDC * Math.round(Number(multiplier) * 10)) / 10)

/** USDC as vouches tell it: 25.00. */
export const usdcToTwo = (usdc: number): string => usdc.toFixed(2)

/** USDC without more decimals than it has: 12.5, 3. */
export const usdcPlain = (micros: number): string => String(micros / MICROS_PER_USDC)
