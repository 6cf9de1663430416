import type { WalletProvider } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { codeOf, isRejection, messageOf, UNKNOWN_CHAIN } from './wallet-rpc.ts'

export interface Network {
  id: number
  name: string
  rpcUrls: readonly string[]
  explorerUrl: string | null
}

export type NetworkChange = 'none' | 'switched' | 'added'

const hex = (id: number) => `0x${id.toString(16)}`

export async function networkOf(provider: WalletProvider): Promise<number | null> {
  const answer = await provider.request({ method: 'eth_chainId' }).catch(() => null)
  const id = Number(answer)
  return answer !== null && Number.isSafeInteger(id) ? id : null
}

/** Switches the wallet to the network. Throws SWITCH_REJECTED, SWITCH_FAILED, ADD_FAILED or WRONG_NETWORK. */
export async function ensureNetwork(provider: WalletProvider, network: Network): Promise<NetworkChange> {
  if ((await networkOf(provider)) === network.id) return 'none'
  const change = await switchTo(provider, network)
  if ((await networkOf(provider)) !== network.id) throw new ChainFailure('WRONG_NETWORK')
  return change
}

async function switchTo(provider: WalletProvider, network: Network): Promise<NetworkChange> {
  const switching = { method: 'wallet_switchEthereumChain', params: [{ chainId: hex(network.id) }] }
  try {
    await provider.request(switching)
    return 'switched'
  } catch (error) {
    if (isRejection(error)) throw new ChainFailure('SWITCH_REJECTED', { cause: error })
    if (!isUnknownChain(error)) throw new ChainFailure('SWITCH_FAILED', { message: messageOf(error), cause: error })
  }
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [described(network)] })
  } catch (error) {
    if (isRejection(error)) throw new ChainFailure('SWITCH_REJECTED', { cause: error })
    throw new ChainFailure('ADD_FAILED', { message: messageOf(error), cause: error })
  }
  // Some wallets add it without switching.
  if ((await networkOf(provider)) !== network.id) await provider.request(switching).catch(() => undefined)
  return 'added'
}

function isUnknownChain(error: unknown): boolean {
  const { data } = (typeof error === 'object' && error !== null ? error : {}) as { data?: { originalError?: unknown } }
  return codeOf(error) === UNKNOWN_CHAIN || codeOf(data?.originalError) === UNKNOWN_CHAIN
}

const described = ({ id, name, rpcUrls, explorerUrl }: Network) => ({
  chainId: hex(id),
  chainName: name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls,
  ...(explorerUrl ? { blockExplorerUrls: [explorerUrl] } : {}),
})
