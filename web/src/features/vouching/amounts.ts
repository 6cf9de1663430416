import { formatWhole } from '@aura/api/money'
import { RULES } from '@aura/api/rules'

/** The AP a vouch of whole USDC will award: floor(10 x USDC x multiplier), counted in tenths. */
export const auraFor = (usdc: number, multiplier: string): number =>
  Math.floor((usdc * RULES.apPerUsdc * Math.round(Number(multiplier) * 10)) / 10)

/** USDC as vouches tell it: 25.00. */
export const usdcToTwo = (usdc: number): string => usdc.toFixed(2)

/** Why a vouch awards less than its amount is worth. */
export const capText = (name: string, left: number): string =>
  `${name} can earn ${formatWhole(left)} more AP from vouches today. All of the USDC goes to them.`
