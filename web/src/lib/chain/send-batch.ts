import type { Hex } from 'viem'
import { ChainFailure } from './chain-failure.ts'
import type { Call, ReadyWallet } from './contract-calls.ts'
import { hashMissing } from './send-call.ts'
import { ask, chainFailure } from './wallet-rpc.ts'

interface Capabilities {
  [chainId: Hex]: { atomic?: { status?: string } } | undefined
}

interface CallsStatus {
  /** 1xx under way, 2xx done, 4xx to 6xx failed (EIP-5792). */
  status: number
  receipts?: { transactionHash: Hex; status: Hex }[]
}

const hex = (id: number): Hex => `0x${id.toString(16)}`

/** Whether the wallet does several calls as one, all or none, without asking for anything else first (EIP-5792). */
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

/** Sends the calls as one and answers the hash of the transaction that did them. Throws REVERTED if none was done. */
export async function sendBatch(
  { provider, address, chainId }: ReadyWallet,
  calls: readonly Call[],
  { signal, pause }: { signal: AbortSignal; pause: (signal: AbortSignal) => Promise<void> },
): Promise<Hex> {
  const sent = await ask<{ id: string } | string>(provider, 'wallet_sendCalls', [
    { version: '2.0.0', from: address, chainId: hex(chainId), atomicRequired: true, calls },
  ])
  const id = typeof sent === 'string' ? sent : sent.id
  for (;;) {
    signal.throwIfAborted()
    const answer = await ask<CallsStatus>(provider, 'wallet_getCallsStatus', [id]).catch((error: unknown) => {
      if (chainFailure(error).reason === 'UNREACHABLE') return null
      throw error
    })
    const hash = answer?.receipts?.at(-1)?.transactionHash
    if (answer && answer.status >= 200 && answer.status < 300) {
      if (!hash) throw hashMissing()
      return hash
    }
    if (answer && answer.status >= 400) throw new ChainFailure('REVERTED', { message: 'The transaction failed' })
    await pause(signal)
  }
}
