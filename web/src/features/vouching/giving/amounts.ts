import { formatWhole } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'

/** Returns floor(10 x USDC x multiplier), computed in tenths. */
export const auraFor = (usdc: number, multiplier: string): number =>
  Math.floor((usdc * VOUCH_RULES.apPerUsdc * Math.round(Number(multiplier) * 10)) / 10)

export const usdcToTwo = (usdc: number): string => usdc.toFixed(2)

export const capText = (name: string, left: number): string =>
  `${name} can earn ${formatWhole(left)} more AP from vouches today. All of the USDC goes to them.`

export const todayText = (name: string, left: number): string =>
  `${name}: ${formatWhole(left)} of ${formatWhole(VOUCH_RULES.dailyAp)} AP left today, for all vouches together`
