import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

/** Returns addresses of the product's contracts and of USDC, which nothing may be sent to; null for those not known yet. */
export function useOwnContracts(): (string | null)[] {
  const vouch = useQuery(read('GET /api/vouch/contract-info')).data
  const steeze = useQuery(read('GET /api/steeze/purchase')).data
  const relay = useQuery(read('GET /api/relay')).data
  const known = [vouch?.contractAddress, vouch?.usdcAddress, steeze?.contractAddress, relay?.accountFactory]
  return known.map((each) => each ?? null)
}
