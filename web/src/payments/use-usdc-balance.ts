import { MICROS_PER_USDC } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

const FRESH_MS = 10_000

export interface WalletUsdc {
  micros: number | null
  isFetching: boolean
  refresh: () => void
}

/** Disabled without a wallet; refetches every `everyMs` and on window focus. */
export const usdcBalanceQuery = (address: string | null, everyMs: number | false) => ({
  ...read('GET /api/wallet/usdc-balance/:walletAddress', { walletAddress: address ?? '' }),
  enabled: address !== null,
  staleTime: FRESH_MS,
  refetchInterval: everyMs,
  refetchOnWindowFocus: true,
})

export function useUsdcBalance(address: string | null, everyMs: number | false = false): WalletUsdc {
  const { data, isFetching, refetch } = useQuery(usdcBalanceQuery(address, everyMs))
  return {
    micros: address !== null && data ? Math.round(data.balance * MICROS_PER_USDC) : null,
    isFetching,
    refresh: () => void refetch(),
  }
}
