import { MICROS_PER_USDC } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

/** How long a wallet's USDC is believed. */
const FRESH_MS = 10_000

/** The USDC of a wallet, as far as it is known. */
export interface WalletUsdc {
  /** Null until known. */
  micros: number | null
  isFetching: boolean
  refresh: () => void
}

/** Asks for the USDC of a wallet, not at all without one; again every `everyMs`, if given, and when one comes back. */
export const usdcBalanceQuery = (address: string | null, everyMs: number | false) => ({
  ...read('GET /api/wallet/usdc-balance/:walletAddress', { walletAddress: address ?? '' }),
  enabled: address !== null,
  staleTime: FRESH_MS,
  refetchInterval: everyMs,
  refetchOnWindowFocus: true,
})

/** The USDC of a wallet, live. */
export function useUsdcBalance(address: string | null, everyMs: number | false = false): WalletUsdc {
  const { data, isFetching, refetch } = useQuery(usdcBalanceQuery(address, everyMs))
  return {
    micros: address !== null && data ? Math.round(data.balance * MICROS_PER_USDC) : null,
    isFetching,
    refresh: () => void refetch(),
  }
}
