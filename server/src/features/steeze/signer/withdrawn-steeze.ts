import { steezeStackAbi } from '@aura/contracts/abi'
import type { Chain } from '#platform/chain/chain'
import { contractsOf, exactAmount, readContract } from '#platform/chain/contracts'

/** Returns the Steeze an address ever withdrew, at a block. Throws ChainUnreachable, also if nodes disagree. */
export async function withdrawnSteeze(
  chain: Chain,
  account: string,
  { blockNumber, contract = contractsOf(chain).steeze }: { blockNumber: number; contract?: string },
): Promise<number> {
  const args = [account]
  const call = { to: contract, abi: steezeStackAbi, functionName: 'withdrawn', args, blockNumber, isAgreed: true }
  return exactAmount(await readContract(chain, call))
}
