import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import { AppError } from '../app-error.ts'
import { type Chain, ChainUnreachable, type ContractAddresses } from './chain.ts'
import { agreedCall } from './witnesses.ts'

/** Returns the contract addresses. Throws CHAIN_UNAVAILABLE when they aren't configured. */
export function contractsOf(chain: Chain): ContractAddresses {
  if (!chain.contracts) throw new AppError('CHAIN_UNAVAILABLE')
  return chain.contracts
}

/**
 * Returns the result. Turns an unreachable network into CHAIN_UNAVAILABLE (503), so that an outage is never taken for a
 * "no".
 */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof ChainUnreachable ? new AppError('CHAIN_UNAVAILABLE') : error
  }
}

async function read(
  chain: Chain,
  contract: {
    to: string
    abi: Abi
    functionName: string
    args?: readonly unknown[]
    blockNumber?: number | undefined
    /** Requires agreement of several nodes, because money depends on the result. */
    isAgreed?: boolean
  },
): Promise<unknown> {
  const { to, abi, functionName, args = [], blockNumber, isAgreed } = contract
  const data = encodeFunctionData({ abi, functionName, args })
  const input = { to, data, ...(blockNumber === undefined ? {} : { blockNumber }) }
  const result = await (isAgreed ? agreedCall(chain, input) : chain.call(input))
  return decodeFunctionResult({ abi, functionName, data: result })
}

/** Returns the amount as a number. Throws when it is too large to be exact, which no honest contract reaches. */
function counted(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} can't be counted exactly`)
  return number
}

/** Returns the balance of an address in micro-USDC. */
export async function usdcBalance(chain: Chain, account: string, blockNumber?: number): Promise<number> {
  const { usdc } = contractsOf(chain)
  return counted(await read(chain, { to: usdc, abi: usdcAbi, functionName: 'balanceOf', args: [account], blockNumber }))
}

/** Returns the micro-USDC one address has vouched for another; the contract allows at most 100 USDC. */
export async function vouchedMicros(chain: Chain, voucher: string, target: string): Promise<number> {
  const { vouch } = contractsOf(chain)
  const args = [voucher, target]
  return counted(await read(chain, { to: vouch, abi: auraVouchAbi, functionName: 'vouchedAmount', args }))
}

/** Returns the Steeze the contract has sold and not yet redeemed. Throws ChainUnreachable also when nodes disagree. */
export async function outstandingSteeze(chain: Chain, blockNumber: number): Promise<number> {
  const { steeze: to } = contractsOf(chain)
  const asked = { to, abi: steezeStackAbi, functionName: 'outstanding', blockNumber, isAgreed: true }
  return counted(await read(chain, asked))
}

/**
 * Returns the Steeze an address has ever withdrawn from a Steeze contract, at a block. Throws ChainUnreachable also
 * when nodes disagree.
 */
export async function withdrawnSteeze(
  chain: Chain,
  account: string,
  { blockNumber, contract = contractsOf(chain).steeze }: { blockNumber: number; contract?: string },
): Promise<number> {
  const args = [account]
  const asked = { to: contract, abi: steezeStackAbi, functionName: 'withdrawn', args, blockNumber, isAgreed: true }
  return counted(await read(chain, asked))
}

/** Returns the contract state that decides whether a withdrawal can succeed. */
export async function withdrawalState(
  chain: Chain,
): Promise<{ isPaused: boolean; signer: string; remainingTodayMicros: number }> {
  const { steeze: to } = contractsOf(chain)
  const [isPaused, signer, remaining] = await Promise.all([
    read(chain, { to, abi: steezeStackAbi, functionName: 'paused' }),
    read(chain, { to, abi: steezeStackAbi, functionName: 'signer' }),
    read(chain, { to, abi: steezeStackAbi, functionName: 'remainingToday' }),
  ])
  return {
    isPaused: isPaused as boolean,
    signer: (signer as string).toLowerCase(),
    remainingTodayMicros: counted(remaining),
  }
}
