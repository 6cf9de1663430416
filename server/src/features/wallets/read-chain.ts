import type { Answer } from '@aura/api/calls'
import type { ChainRead } from '@aura/api/calls/wallets'
import { AppError } from '#platform/app-error'
import { CallReverted, type Chain, GasUnaffordable, PERSONS_CALL_GAS } from '#platform/chain/chain'
import { contractsOf, orUnavailable } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import { findUserWallet } from './store.ts'

type ChainAnswer = Answer<'POST /api/chain/read'>
type Result = Extract<ChainAnswer, { result: unknown }>['result']

/**
 * Returns one node's result, which guides a payment and credits nothing. Reads only USDC and the product's contracts,
 * and only as the caller's own wallet. Throws FORBIDDEN and CHAIN_UNAVAILABLE.
 */
export async function readChain(
  ctx: Context,
  { userId, asked }: { userId: string; asked: ChainRead },
): Promise<ChainAnswer> {
  const contracts: readonly string[] = Object.values(contractsOf(ctx.chain))
  const { contract, wallet } = namedIn(asked)
  if (contract !== undefined && !contracts.includes(contract.toLowerCase())) throw new AppError('FORBIDDEN')
  if (wallet !== undefined && wallet.toLowerCase() !== (await findUserWallet(ctx.db, userId))) {
    throw new AppError('FORBIDDEN')
  }
  try {
    return { result: await orUnavailable(resultOf(ctx.chain, asked)) }
  } catch (error) {
    if (error instanceof CallReverted) return refusalOf(error)
    throw error
  }
}

function namedIn(asked: ChainRead): { contract?: string; wallet?: string | undefined } {
  switch (asked.method) {
    case 'eth_call':
    case 'eth_estimateGas':
      return { contract: asked.params[0].to, wallet: asked.params[0].from }
    case 'eth_getBalance':
      return { wallet: asked.params[0] }
    default:
      return {}
  }
}

async function resultOf(chain: Chain, asked: ChainRead): Promise<Result> {
  switch (asked.method) {
    case 'eth_call': {
      const { to, data, from } = asked.params[0]
      const result = await chain.call({ to, data, gas: PERSONS_CALL_GAS, ...(from === undefined ? {} : { from }) })
      if (!isShort(result)) throw new AppError('CHAIN_UNAVAILABLE')
      return result
    }
    case 'eth_estimateGas':
      return toHex(await chain.estimateGas({ ...asked.params[0], gas: PERSONS_CALL_GAS }))
    case 'eth_gasPrice':
      return toHex(await chain.gasPrice())
    case 'eth_getBalance':
      return toHex(await chain.etherBalance(asked.params[0]))
    case 'eth_getTransactionReceipt': {
      const [transactionHash] = asked.params
      const receipt = (await chain.transaction(transactionHash.toLowerCase()))?.receipt
      if (!receipt) return null
      return { transactionHash, blockNumber: toHex(receipt.block.number), status: receipt.succeeded ? '0x1' : '0x0' }
    }
  }
}

/** Returns our own text, because a node may return anything. */
const refusalOf = (error: CallReverted): ChainAnswer => ({
  refused: error instanceof GasUnaffordable ? 'insufficient funds' : 'execution reverted',
  data: isShort(error.data) ? error.data : null,
})

/** Maximum length of a result. The contracts return a few values, but a node may return any amount. */
const MAX_RESULT_CHARACTERS = 4_096
const isShort = (data: unknown): data is string => typeof data === 'string' && data.length <= MAX_RESULT_CHARACTERS

const toHex = (value: number | bigint): string => `0x${value.toString(16)}`
