import { MICROS_PER_USDC, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS } from '@aura/api/money'

/** USDC as somebody typed it, in micro-USDC; null for what is no amount above zero, or finer than USDC can be. */
export function parseUsdc(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d{0,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const micros = Number(whole) * MICROS_PER_USDC + Number(fraction.padEnd(6, '0'))
  return micros > 0 ? micros : null
}

/** What a press of the arrow up or down makes of an entered amount: a hundredth of a dollar, or one Steeze, more or less. */
export function stepped(text: string, key: string, step: number): string | null {
  const direction = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
  if (direction === 0) return null
  const entered = Number(text.trim().replace(',', '.')) || 0
  return String(Math.max(0, Math.round((entered + direction * step) * MICROS_PER_USDC) / MICROS_PER_USDC))
}

/** Whole Steeze that an amount buys, and what exactly is paid for them. */
export function steezeFor(micros: number): { steeze: number; paidMicros: number } {
  const steeze = Math.floor(micros / STEEZE_PRICE_MICROS)
  return { steeze, paidMicros: steeze * STEEZE_PRICE_MICROS }
}

/** Steeze as somebody typed it, floored to a whole number; null for what is none. */
export function parseSteeze(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  const steeze = Math.floor(value)
  return text.trim() !== '' && Number.isFinite(value) && steeze > 0 ? steeze : null
}

/** Micro-USDC that Steeze redeem for. */
export const redemptionValue = (steeze: number): number => steeze * STEEZE_VALUE_MICROS

/** USDC with 4 decimals, as a redemption is previewed. */
export const usdcToFour = (micros: number): string => (micros / MICROS_PER_USDC).toFixed(4)

/** USDC without more decimals than it has: 12.5, 3. */
export const usdcPlain = (micros: number): string => String(micros / MICROS_PER_USDC)
