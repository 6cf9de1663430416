import { type Amount, parseAmount, STEEZE, USDC } from '@aura/api/amounts'
import { MICROS_PER_USDC, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { withHint } from '../../ui/forms/field-texts.ts'

export const readUsdc = (text: string): Amount => parseAmount(text, USDC)

export const readSteeze = (text: string): Amount => parseAmount(text, STEEZE, { floor: true })

/** Returns the form's text `invalid` and what is wrong with the entry, if anything is. */
export const typedProblem = (text: string, { problem }: Amount, invalid: string): string | undefined =>
  text.trim() === '' || problem === null ? undefined : withHint(invalid, problem)

/** Returns an amount after an arrow key up or down, changed by `step`; null for other keys or an invalid amount. */
export function stepped(text: string, key: string, step: number): string | null {
  const direction = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
  const micros = text.trim() === '' ? 0 : readUsdc(text).value
  if (direction === 0 || micros === null) return null
  const entered = micros / MICROS_PER_USDC
  return String(Math.max(0, Math.round((entered + direction * step) * MICROS_PER_USDC) / MICROS_PER_USDC))
}

/** Rounds down to whole Steeze and returns their exact price. */
export function steezeFor(micros: number): { steeze: number; paidMicros: number } {
  const steeze = Math.floor(micros / STEEZE_PRICE_MICROS)
  return { steeze, paidMicros: steeze * STEEZE_PRICE_MICROS }
}

export const redemptionValue = (steeze: number): number => steeze * STEEZE_VALUE_MICROS

export const usdcToFour = (micros: number): string => (micros / MICROS_PER_USDC).toFixed(4)
