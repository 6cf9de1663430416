import type { Hex } from 'viem'
import { accountsIn, sameAddress } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { type Call, checkGas, type ReadyWallet, simulate } from './contract-calls.ts'
import { networkOf } from './ensure-network.ts'
import { ask } from './wallet-rpc.ts'

/** Throws LOCKED, WRONG_ACCOUNT or WRONG_NETWORK when the wallet is no longer as it was found. */
export async function checkWallet({ provider, address, chainId }: ReadyWallet): Promise<void> {
  const [active] = accountsIn(await ask(provider, 'eth_accounts'))
  if (!active) throw new ChainFailure('LOCKED')
  if (!sameAddress(active, address)) throw new ChainFailure('WRONG_ACCOUNT')
  if ((await networkOf(provider)) !== chainId) throw new ChainFailure('WRONG_NETWORK')
}

/**
 * Has the wallet send one transaction, and answers its hash. Tried out first, so that what would fail is explained
 * instead of sent; `onPrompt` is told when the wallet is about to ask.
 */
export async function sendCall(wallet: ReadyWallet, call: Call, onPrompt: () => void): Promise<Hex> {
  await checkWallet(wallet)
  await simulate(wallet, call)
  await checkGas(wallet, call)
  onPrompt()
  // People switch accounts while a window is open: ask again, as late as possible.
  await checkWallet(wallet)
  const sending = { from: wallet.address, ...call, value: '0x0' }
  const hash = await ask<Hex | null>(wallet.provider, 'eth_sendTransaction', [sending])
  if (!hash) throw hashMissing()
  return hash
}

/** The wallet says that it has sent something, and not what: there is nothing to follow. */
export const hashMissing = () => new ChainFailure('FAILED', { message: 'Transaction hash is missing' })

export interface Mined {
  hash: Hex
  blockNumber: number
}

/**
 * Waits until a transaction stands in a block, and throws REVERTED if it failed there. A node that is away meanwhile
 * is asked again; only `signal` ends the waiting.
 */
export async function waitUntilMined(
  { provider }: Pick<ReadyWallet, 'provider'>,
  hash: Hex,
  { signal, pause }: { signal: AbortSignal; pause: (signal: AbortSignal) => Promise<void> },
): Promise<Mined> {
  for (;;) {
    signal.throwIfAborted()
    const receipt = await ask<Receipt | null>(provider, 'eth_getTransactionReceipt', [hash]).catch(() => null)
    if (receipt) {
      if (Number(receipt.status) !== 1) throw new ChainFailure('REVERTED', { message: 'The transaction failed' })
      return { hash: receipt.transactionHash, blockNumber: Number(receipt.blockNumber) }
    }
    await pause(signal)
  }
}

export interface Receipt {
  transactionHash: Hex
  blockNumber: Hex
  status: Hex
}
