import { steezeStackAbi } from '@aura/contracts/abi'
import type { Chain, ProductContract } from '#platform/chain/chain'
import { contractsOf, exactAmount, readContract } from '#platform/chain/contracts'

export const steezeContract = {
  key: 'steeze',
  name: 'Steeze',
  setting: 'STEEZE_CONTRACT',
  boundAs: 'steeze-contract',
  why: 'its Steeze is backed by that contract',
} as const satisfies ProductContract

/** Returns the Steeze the contract has sold and not yet redeemed. Throws ChainUnreachable, also if nodes disagree. */
export async function outstandingSteeze(chain: Chain, blockNumber: number): Promise<number> {
  const { steeze: to } = contractsOf(chain)
  const call = { to, abi: steezeStackAbi, functionName: 'outstanding', blockNumber, isAgreed: true }
  return exactAmount(await readContract(chain, call))
}

export async function withdrawalState(
  chain: Chain,
): Promise<{ isPaused: boolean; signer: string; remainingTodayMicros: number }> {
  const { steeze: to } = contractsOf(chain)
  const [isPaused, signer, remaining] = await Promise.all([
    readContract(chain, { to, abi: steezeStackAbi, functionName: 'paused' }),
    readContract(chain, { to, abi: steezeStackAbi, functionName: 'signer' }),
    readContract(chain, { to, abi: steezeStackAbi, functionName: 'remainingToday' }),
  ])
  return {
    isPaused: isPaused as boolean,
    signer: (signer as string).toLowerCase(),
    remainingTodayMicros: exactAmount(remaining),
  }
}
