import { usdcAbi } from '@aura/contracts/abi'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import { AppError } from '../app-error.ts'
import { type Chain, ChainUnreachable, type ContractAddresses } from './chain.ts'
import { agreedCall } from './verifiers.ts'

/** Returns the contract addresses. Throws CHAIN_UNAVAILABLE if they aren't configured. */
export function contractsOf(chain: Chain): ContractAddresses {
  if (!chain.contracts) throw new AppError('CHAIN_UNAVAILABLE')
  return chain.contracts
}

/** Turns an unreachable network into CHAIN_UNAVAILABLE (503), so that an outage is never taken for a "no". */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof ChainUnreachable ? new AppError('CHAIN_UNAVAILABLE') : error
  }
}

/** Returns the result of a read-only call of a contract, decoded. Throws ChainUnreachable. */
export async function readContract(
  chain: Chain,
  contract: {
    to: string
    abi: Abi
    functionName: string
    args?: readonly unknown[]
    blockNumber?: number | undefined
    /** Whether several nodes must agree, because money depends on the result. */
    isAgreed?: boolean
  },
): Promise<unknown> {
  const { to, abi, functionName, args = [], blockNumber, isAgreed } = contract
  const data = encodeFunctionData({ abi, functionName, args })
  const input = { to, data, ...(blockNumber === undefined ? {} : { blockNumber }) }
  const result = await (isAgreed ? agreedCall(chain, input) : chain.call(input))
  return decodeFunctionResult({ abi, functionName, data: result })
}

/** Returns the amount as a number. Throws if it is too large to be exact, which no honest contract reaches. */
export function exactAmount(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} can't be counted exactly`)
  return number
}

/** Returns micro-USDC; with a block, several nodes have to agree on it. Throws ChainUnreachable. */
export async function usdcBalance(chain: Chain, account: string, blockNumber?: number): Promise<number> {
  const { usdc: to } = contractsOf(chain)
  const asked = { to, abi: usdcAbi, functionName: 'balanceOf', args: [account] }
  return exactAmount(await readContract(chain, { ...asked, blockNumber, isAgreed: blockNumber !== undefined }))
}
