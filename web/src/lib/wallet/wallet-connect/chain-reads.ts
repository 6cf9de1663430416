import type { Body } from '@aura/api/calls'
import { request } from '#lib/api'
import { ApiError, errorCode } from '#lib/api-error'
import type { WalletProvider } from '#lib/wallet/provider'
import { ProviderRpcError } from '#lib/wallet/provider-rpc-error'

type ChainRead = Body<'POST /api/chain/read'>
type ReadChain = (read: ChainRead) => Promise<unknown>

const READS: readonly string[] = [
  'eth_call',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getTransactionReceipt',
] satisfies ChainRead['method'][]

/** Returns the provider of a wallet that only signs and sends, with `readChain` for the reads of a payment. */
export function withChainReads<P extends WalletProvider>(provider: P, readChain: ReadChain): P {
  return {
    ...provider,
    request: (asked: { method: string; params?: unknown }) =>
      READS.includes(asked.method)
        ? readChain({ method: asked.method, params: asked.params ?? [] } as ChainRead)
        : provider.request(asked),
  }
}

/** Reads through Aura's server. Throws as a wallet's node does. */
export async function readThroughServer(read: ChainRead): Promise<unknown> {
  const answer = await request('POST /api/chain/read', { body: read }).catch((error: unknown) => {
    if (errorCode(error) === 'CHAIN_UNAVAILABLE' || errorCode(error) === 'OFFLINE') {
      throw new ProviderRpcError(4900, 'Disconnected', { cause: error })
    }
    // The message of an ApiError is its whole body.
    const message = error instanceof ApiError ? error.serverMessage : null
    throw message === null ? error : new ProviderRpcError(-32_603, message, { cause: error })
  })
  if ('refused' in answer) throw new ProviderRpcError(3, answer.refused, { data: answer.data })
  return answer.result
}
