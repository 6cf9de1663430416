import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { VOUCH_RULES } from '@aura/api/rules/vouching'
import type { VouchedPair } from '../vouch-target.ts'

/** Returns floor(10 x USDC x multiplier), computed in tenths. */
export const auraFor = (usdc: number, multiplier: string): number =>
  Math.floor((usdc * VOUCH_RULES.apPerUsdc * Math.round(Number(multiplier) * 10)) / 10)

/** Returns what a vouch back takes from the vouch that it thanks for; null without one. */
export function thanksText(name: string, usdc: number, received: number): string | null {
  if (received === 0) return null
  const cancelled = Math.min(usdc, received)
  const rest = usdc > received ? `only the other ${usdc - received} USDC count` : 'counts for nothing itself'
  const all = usdc >= received ? ` Then ${name}’s vouch no longer doubles their place for you.` : ''
  return `${name} vouched ${received} USDC for you in the last ${TRUST_RULES.returnDays} days. In Trust, a vouch back cancels as much of it, here ${cancelled} USDC, and ${rest}.${all}`
}

type Counting = Pick<VouchedPair, 'isRelated' | 'uncountedAmount'>

/** Returns the USDC of a vouch that bring AP. */
export const countedUsdc = (usdc: number, { isRelated, uncountedAmount }: Counting): number =>
  isRelated ? 0 : Math.max(0, usdc - uncountedAmount)

/** Returns why a vouch brings fewer AP than its USDC, or none; null if all of it counts. */
export function uncountedText(name: string, { isRelated, uncountedAmount }: Counting): string | null {
  if (isRelated)
    return `Your account and ${name}’s are related, so this brings no AP and no Trust. ${name} gets the USDC.`
  if (uncountedAmount === 0) return null
  return `Only the net of what you two vouch for one another brings AP: the first ${usdcToTwo(uncountedAmount)} USDC bring none.`
}

export const usdcToTwo = (usdc: number): string => usdc.toFixed(2)

export const capText = (name: string, left: number): string =>
  `${name} can earn ${formatWhole(left)} more AP from vouches today. All of the USDC goes to them.`

export const todayText = (name: string, left: number): string =>
  `${name}: ${formatWhole(left)} of ${formatWhole(VOUCH_RULES.dailyAp)} AP left today, for all vouches together`
