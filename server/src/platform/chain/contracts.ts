import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import { AppError } from '../app-error.ts'
import { type Chain, ChainUnreachable, type ContractAddresses } from './chain.ts'
import { agreedCall } from './witnesses.ts'

/** Where the contracts are. Throws CHAIN_UNAVAILABLE when this server has not been told. */
export function contractsOf(chain: Chain): ContractAddresses {
  if (!chain.contracts) throw new AppError('CHAIN_UNAVAILABLE')
  return chain.contracts
}

/** Lets a request fail as it should when the network is not responding: with 503, never with "no". */
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
    /** Money depends on it: one node's word is not enough. */
    isAgreed?: boolean
  },
): Promise<unknown> {
  const { to, abi, functionName, args = [], blockNumber, isAgreed } = contract
  const data = encodeFunctionData({ abi, functionName, args })
  const input = { to, data, ...(blockNumber === undefined ? {} : { blockNumber }) }
  const result = await (isAgreed ? agreedCall(chain, input) : chain.call(input))
  return decodeFunctionResult({ abi, functionName, data: result })
}

/** Throws when an amount is too large to be counted exactly, which no honest contract gets to. */
function counted(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} can't be counted exactly`)
  return number
}

/** Micro-USDC of an address. */
export async function usdcBalance(chain: Chain, account: string, blockNumber?: number): Promise<number> {
  const { usdc } = contractsOf(chain)
  return counted(await read(chain, { to: usdc, abi: usdcAbi, functionName: 'balanceOf', args: [account], blockNumber }))
}

/** Micro-USDC that one address has vouched for another, of the 100 the contract allows. */
export async function vouchedMicros(chain: Chain, voucher: string, target: string): Promise<number> {
  const { vouch } = contractsOf(chain)
  const args = [voucher, target]
  return counted(await read(chain, { to: vouch, abi: auraVouchAbi, functionName: 'vouchedAmount', args }))
}

/** Steeze the contract has sold and not yet paid back. Throws ChainUnreachable also when nodes disagree about it. */
export async function outstandingSteeze(chain: Chain, blockNumber: number): Promise<number> {
  const { steeze: to } = contractsOf(chain)
  const asked = { to, abi: steezeStackAbi, functionName: 'outstanding', blockNumber, isAgreed: true }
  return counted(await read(chain, asked))
}

/**
 * Steeze an address has ever withdrawn from a Steeze contract, as of a block. Throws ChainUnreachable also when nodes
 * disagree about it.
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

/** What decides whether a withdrawal would go through at all. */
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
