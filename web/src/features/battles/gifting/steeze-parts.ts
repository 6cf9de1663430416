import { formatWhole } from '@aura/api/money'

/** Purchased Steeze is spent first. */
export function steezeText(amount: number, purchased: number): string {
  const bought = Math.min(amount, purchased)
  const earned = amount - bought
  if (earned <= 0) return `Spends ${formatWhole(bought)} purchased.`
  if (bought === 0) return `Spends ${formatWhole(earned)} earned.`
  return `Spends ${formatWhole(bought)} purchased and ${formatWhole(earned)} earned.`
}
