import type { ChainSettings } from '../../server/src/platform/chain/chain.ts'

export interface SenderStart {
  url: string
  chain: ChainSettings
  key: `0x${string}`
}

/** Gas costs more here than the relay pays elsewhere, so that the price decides which transactions a block takes. */
export const DEAR = { maxPriceWei: 1e12 }
