import { auraVouchAbi } from '@aura/contracts/abi'
import type { Chain } from '#platform/chain/chain'
import { contractsOf, exactAmount, readContract } from '#platform/chain/contracts'

/** Returns the micro-USDC one address has vouched for another; the contract allows at most 100 USDC. */
export async function vouchedMicros(chain: Chain, voucher: string, target: string): Promise<number> {
  const { vouch } = contractsOf(chain)
  const args = [voucher, target]
  return exactAmount(await readContract(chain, { to: vouch, abi: auraVouchAbi, functionName: 'vouchedAmount', args }))
}
