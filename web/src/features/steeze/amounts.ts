import { type Amount, parseAmount, STEEZE, USDC } from '@aura/api/amounts'
import { MICROS_PER_USDC, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS } from '@aura/api/money'

/** USDC as somebody typed it, in micro-USDC. */
export const readUsdc = (text: string): Amount => parseAmount(text, USDC)

/** Steeze as somebody typed it, floored to a whole number. */
export const readSteeze = (text: string): Amount => parseAmount(text, STEEZE, { floor: true })

/** What is wrong with an amount, for the field it is typed into; nothing while the field is empty. */
export const typedProblem = (text: string, { problem }: Amount): string | undefined =>
  text.trim() === '' ? undefined : (problem ?? undefined)

/**
 * What a press of the arrow up or down makes of an entered amount: a hundredth of a dollar, or one Steeze, more or less.
 * Returns null for other keys, and for what can't be read.
 */
export function stepped(text: string, key: string, step: number): string | null {
  const direction = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
  const micros = text.trim() === '' ? 0 : readUsdc(text).value
  if (direction === 0 || micros === null) return null
  const entered = micros / MICROS_PER_USDC
  return String(Math.max(0, Math.round((entered + direction * step) * MICROS_PER_USDC) / MICROS_PER_USDC))
}

/** Whole Steeze that an amount buys, and what exactly is paid for them. */
export function steezeFor(micros: number): { steeze: number; paidMicros: number } {
  const steeze = Math.floor(micros / STEEZE_PRICE_MICROS)
  return { steeze, paidMicros: steeze * STEEZE_PRICE_MICROS }
}

/** Micro-USDC that Steeze redeem for. */
export const redemptionValue = (steeze: number): number => steeze * STEEZE_VALUE_MICROS

/** USDC with 4 decimals, as a redemption is previewed. */
export const usdcToFour = (micros: number): string => (micros / MICROS_PER_USDC).toFixed(4)
