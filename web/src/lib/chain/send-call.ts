import type { Hex } from 'viem'
import { accountsIn, sameAddress } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { type Call, checkGas, type ReadyWallet, simulate } from './contract-calls.ts'
import { networkOf } from './ensure-network.ts'
import { ask, askToSend } from './wallet-rpc.ts'

/** Throws LOCKED, WRONG_ACCOUNT or WRONG_NETWORK if the wallet's state has changed. */
export async function checkWallet({ provider, address, chainId }: ReadyWallet): Promise<void> {
  const [active] = accountsIn(await ask(provider, 'eth_accounts'))
  if (!active) throw new ChainFailure('LOCKED')
  if (!sameAddress(active, address)) throw new ChainFailure('WRONG_ACCOUNT')
  if ((await networkOf(provider)) !== chainId) throw new ChainFailure('WRONG_NETWORK')
}

/**
 * Simulates a transaction, sends it through the wallet and returns its hash. Calls `onPrompt` just before the wallet
 * prompts. Throws REVERTED with an explanation if it would fail, and UNHEARD if it may have been sent.
 */
export async function sendCall(wallet: ReadyWallet, call: Call, onPrompt: () => void): Promise<Hex> {
  await checkWallet(wallet)
  await simulate(wallet, call)
  await checkGas(wallet, call)
  onPrompt()
  // Users switch accounts while a window is open, so check as late as possible.
  await checkWallet(wallet)
  const sending = { from: wallet.address, ...call, value: '0x0' }
  const hash = await askToSend<Hex | null>(wallet.provider, 'eth_sendTransaction', [sending])
  if (!hash) throw hashMissing()
  return hash
}

const HASH_MISSING = 'Transaction hash is missing'

/** The wallet reported success without a valid hash: it can't be tracked, and money may have moved. */
export const hashMissing = () => new ChainFailure('UNHEARD', { message: HASH_MISSING, explanation: HASH_MISSING })

export interface Mined {
  hash: Hex
  blockNumber: number
}

/** Waits until a transaction is mined, or `signal`. Throws REVERTED. Retries while the node is away. */
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
