import { formatUsdc, MICROS_PER_USDC } from '@aura/api/money'

/** USDC with 2 decimals. */
export const usdcText = (usdc: number): string => formatUsdc(Math.round(usdc * MICROS_PER_USDC))
