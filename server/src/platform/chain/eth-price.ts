import { priceFeedAbi } from '@aura/contracts/abi'
import { BaseError, decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Context } from '../context.ts'
import { CallReverted, type Chain, ChainUnreachable } from './chain.ts'

/** Prices older than this are discarded. */
const MAX_AGE_MS = 3_600_000
const KEPT_MS = 30_000

/** Returns a function for the price of ETH in USD, from a cache, so that it blocks no page; null if unknown. */
export function ethUsdPrice(
  { chain, clock, settings }: Pick<Context, 'chain' | 'clock' | 'settings'>,
  keptMs: number = KEPT_MS,
): () => Promise<number | null> {
  let current: { askedAtMs: number; answer: Promise<Round | null> } | undefined
  return async () => {
    const feed = settings.ethUsdFeed
    if (feed === null) return null
    const elapsedMs = clock.elapsedMs()
    if (!current || elapsedMs - current.askedAtMs >= keptMs)
      current = { askedAtMs: elapsedMs, answer: readFeed(chain, feed) }
    const round = await current.answer
    return round && clock.now().getTime() - round.toldAtMs <= MAX_AGE_MS ? round.price : null
  }
}

const LATEST_ROUND = encodeFunctionData({ abi: priceFeedAbi, functionName: 'latestRoundData' })
const DECIMALS = encodeFunctionData({ abi: priceFeedAbi, functionName: 'decimals' })

interface Round {
  price: number
  toldAtMs: number
}

async function readFeed(chain: Chain, feed: string): Promise<Round | null> {
  const ask = (data: `0x${string}`) => chain.call({ to: feed, data })
  try {
    const [round, scale] = await Promise.all([ask(LATEST_ROUND), ask(DECIMALS)])
    const [, answer, , updatedAt] = decodeFunctionResult({
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
      data: round,
    })
    const decimals = decodeFunctionResult({ abi: priceFeedAbi, functionName: 'decimals', data: scale })
    if (answer <= 0n) return null
    return { price: Number(answer) / 10 ** decimals, toldAtMs: Number(updatedAt) * 1_000 }
  } catch (error) {
    // The address has no price feed, so there is no price.
    if (error instanceof ChainUnreachable || error instanceof CallReverted || error instanceof BaseError) return null
    throw error
  }
}
