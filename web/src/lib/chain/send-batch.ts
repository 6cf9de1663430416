import type { Hex } from 'viem'
import type { WalletProvider } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import type { Call, ReadyWallet } from './contract-calls.ts'
import { hashMissing } from './send-call.ts'
import { ask, askToSend, chainFailure, unheard } from './wallet-rpc.ts'

interface Capabilities {
  [chainId: Hex]: { atomic?: { status?: string } } | undefined
}

interface CallsStatus {
  /** 1xx pending, 2xx done, 4xx to 6xx failed (EIP-5792). */
  status: number
  receipts?: { transactionHash: Hex; status: Hex }[]
}

const hex = (id: number): Hex => `0x${id.toString(16)}`

/** Returns whether the wallet supports atomic batches without further approval (EIP-5792). */
export async function canBatch({ provider, address, chainId }: ReadyWallet): Promise<boolean> {
  try {
    const capabilities = (await provider.request({
      method: 'wallet_getCapabilities',
      params: [address, [hex(chainId)]],
    })) as Capabilities | null
    return capabilities?.[hex(chainId)]?.atomic?.status === 'supported'
  } catch {
    return false
  }
}

interface BatchOptions {
  signal: AbortSignal
  pause: (signal: AbortSignal) => Promise<void>
  /** Called with the batch id once the wallet has accepted it: from then on money may move. */
  onBatch(id: string): void
}

/** Consecutive failed polls after which a batch is left to `useBatches`. */
const MAX_FAILURES = 30

/**
 * Sends the calls atomically. Returns the transaction hash. Throws REVERTED if the batch failed, and UNHEARD if it may
 * have been sent or the wallet never reports its outcome.
 */
export async function sendBatch(
  { provider, address, chainId }: ReadyWallet,
  calls: readonly Call[],
  { signal, pause, onBatch }: BatchOptions,
): Promise<Hex> {
  const sent = await askToSend<{ id: string } | string>(provider, 'wallet_sendCalls', [
    { version: '2.0.0', from: address, chainId: hex(chainId), atomicRequired: true, calls },
  ])
  const id = typeof sent === 'string' ? sent : sent.id
  onBatch(id)
  for (let failures = 0; ; ) {
    signal.throwIfAborted()
    try {
      const hash = await hashOfBatch(provider, id)
      if (hash !== null) return hash
      failures = 0
    } catch (error) {
      const failure = chainFailure(error)
      if (failure.reason === 'REVERTED') throw failure
      failures++
      if (failures === MAX_FAILURES) throw unheard(failure)
    }
    await pause(signal)
  }
}

/** Returns the transaction of a batch, null while pending. Throws REVERTED if it failed; other errors are not final. */
export async function hashOfBatch(provider: WalletProvider, id: string): Promise<Hex | null> {
  const answer = await ask<CallsStatus>(provider, 'wallet_getCallsStatus', [id]).catch((error: unknown) => {
    if (chainFailure(error).reason === 'UNREACHABLE') return null
    throw error
  })
  if (answer === null || answer.status < 200) return null
  if (answer.status >= 400) throw new ChainFailure('REVERTED', { message: 'The transaction failed' })
  const hash = answer.receipts?.at(-1)?.transactionHash
  if (!hash) throw hashMissing()
  return hash
}
