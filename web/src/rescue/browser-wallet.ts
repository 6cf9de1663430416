import type { HandedIn } from '@aura/contracts/signing/account'
import type { SignedData } from '@aura/contracts/signing/authorization'
import type { Hex } from 'viem'
import { isAddress, isHex, numberToHex } from 'viem/utils'
import { RescueError } from './node.ts'

interface Provider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

let announced: Provider | undefined

/** Looks for a wallet's extension: the first that announces itself (EIP-6963), else the one that older ones put in place. */
export function watchForWallet(): void {
  addEventListener('eip6963:announceProvider', (event) => {
    announced ??= (event as CustomEvent<{ provider: Provider }>).detail.provider
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
}

function provider(): Provider {
  const found = announced ?? (globalThis as { ethereum?: Provider }).ethereum
  if (!found) {
    throw new RescueError('This page sees no wallet. Allow the extension to see it, or sign and send elsewhere.')
  }
  return found
}

async function ask(method: string, params: unknown[] = []): Promise<unknown> {
  const wallet = provider()
  try {
    return await wallet.request({ method, params })
  } catch (cause) {
    const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown }
    const reason = typeof message === 'string' ? message.slice(0, 200) : 'it gave no reason'
    throw new RescueError(code === 4001 ? 'The wallet’s prompt was declined.' : `The wallet refused: ${reason}`, {
      cause,
    })
  }
}

/** Returns the wallet's address as it gives it. Throws `RescueError`. */
export async function walletAddress(): Promise<Hex> {
  const accounts = await ask('eth_requestAccounts')
  const [address] = Array.isArray(accounts) ? accounts : []
  if (!isAddress(address ?? '', { strict: false })) throw new RescueError('The wallet gave no address.')
  return address
}

/** Throws `RescueError` unless the wallet is on this network in the end. */
async function requireChain(chainId: number): Promise<void> {
  if (Number(await ask('eth_chainId')) === chainId) return
  await ask('wallet_switchEthereumChain', [{ chainId: numberToHex(chainId) }])
}

/** Has the wallet sign typed data. Throws `RescueError`. */
export async function signInWallet(address: Hex, data: SignedData): Promise<Hex> {
  await requireChain(data.domain.chainId)
  const signature = await ask('eth_signTypedData_v4', [address, typedDataText(data)])
  if (!isHex(signature)) throw new RescueError('The wallet gave no signature.')
  return signature
}

/** Has the wallet send a transaction and returns its hash. Throws `RescueError`. */
export async function sendInWallet({ to, data }: HandedIn, chainId: number): Promise<Hex> {
  const from = await walletAddress()
  await requireChain(chainId)
  const hash = await ask('eth_sendTransaction', [{ from, to, data }])
  if (!isHex(hash)) throw new RescueError('The wallet gave no transaction.')
  return hash
}

/** Returns typed data as wallets take it. */
export const typedDataText = ({ domain, types, primaryType, message }: SignedData): string =>
  JSON.stringify({ domain, types: { EIP712Domain: DOMAIN, ...types }, primaryType, message }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
