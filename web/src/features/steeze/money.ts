import type { Answer } from '@aura/api/calls'
import { formatWhole, STEEZE_PRICE_MICROS, usdcPlain, usdcText } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

export type SteezeRates = Pick<
  Answer<'GET /api/steeze/purchase'>,
  'steezePerUsdc' | 'usdcPerRedeemedSteeze' | 'redeemableUsdcPerDay'
>

export const useSteezeRates = (): SteezeRates | undefined => useQuery(read('GET /api/steeze/purchase')).data

const priceOf = (steeze: number, { steezePerUsdc }: SteezeRates): number => steeze / steezePerUsdc

/** Returns a price as short as it can be said, such as '0.5 USDC', without asking the server. */
export const priceText = (steeze: number): string => `${usdcPlain(steeze * STEEZE_PRICE_MICROS)} USDC`

/** Returns what an amount of Steeze costs, and what is redeemed for it, named `redeemed`. */
export function steezeFacts(steeze: number, redeemed: string, rates: SteezeRates): (readonly [string, string])[] {
  const value = `${usdcText(steeze * rates.usdcPerRedeemedSteeze)} USDC`
  const lostPercent = Math.round((1 - rates.steezePerUsdc * rates.usdcPerRedeemedSteeze) * 100)
  return [
    [`${formatWhole(steeze)} Steeze ${steeze === 1 ? 'costs' : 'cost'}`, `${usdcText(priceOf(steeze, rates))} USDC`],
    [redeemed, lostPercent > 0 && steeze > 0 ? `${value}, ${lostPercent}% less` : value],
  ]
}

export const steezeContract = (address: string) => ({ name: 'SteezeStack', address })

export const redeemCapText = ({ redeemableUsdcPerDay }: SteezeRates): string =>
  `All creators together can redeem ${formatWhole(redeemableUsdcPerDay)} USDC a day (UTC).`
