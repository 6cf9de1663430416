import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

const FRESH_MS = 60_000

/** In USD; null while unknown. */
export function useEthPrice(): number | null {
  const { data } = useQuery({ ...read('GET /api/eth-price'), staleTime: FRESH_MS, refetchInterval: FRESH_MS })
  return data?.usd ?? null
}
