import { createEmitter } from '#lib/wallet/emitter'
import { ProviderRpcError } from '#lib/wallet/provider-rpc-error'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import type { AskNode } from './node.ts'

export interface DemoWalletMemory {
  read(): { connected: boolean; account: string | null }
  write(state: { connected: boolean; account: string }): void
}

/** Prompts resolve to null or false when the user refuses. */
export interface DemoWalletPrompts {
  chooseAccount(accounts: readonly DemoAccount[], current: DemoAccount): Promise<DemoAccount | null>
  confirmSignature(account: DemoAccount, text: string, onSwitch: (to: DemoAccount) => void): Promise<boolean>
  /** `words` describes the transaction, one sentence per line. */
  confirmTransaction(account: DemoAccount, words: readonly string[]): Promise<boolean>
}

/** The fields a page sets; the wallet fills in the rest. */
export interface Transaction {
  to?: string
  data?: `0x${string}`
  value?: `0x${string}`
  gas?: `0x${string}`
}

export interface TypedData {
  primaryType: string
  domain: { chainId?: number | string }
  types: Record<string, unknown>
  message: Record<string, unknown>
}

/** Chain access and large libraries, loaded on demand. */
export interface DemoWalletWork {
  sign(account: DemoAccount, bytes: `0x${string}`): Promise<string>
  signTyped(account: DemoAccount, data: TypedData): Promise<string>
  typedWords(data: TypedData): Promise<string>
  transactionWords(transaction: Transaction): Promise<string[]>
  send(account: DemoAccount, transaction: Transaction): Promise<string>
}

interface DemoWalletDeps {
  chainId: number
  memory: DemoWalletMemory
  prompts: DemoWalletPrompts
  work: DemoWalletWork
  ask: AskNode
}

type Method = (params: unknown) => unknown

const rejected = () => new ProviderRpcError(4001, 'User rejected the request.')
const unauthorized = () => new ProviderRpcError(4100, 'The requested account has not been authorized by the user.')

const invalid = () => new ProviderRpcError(-32602, 'Invalid params')
const unsupported = (method: string) => new ProviderRpcError(4200, `The Aura Demo Wallet does not support ${method}.`)

const NODE_METHODS = /^(eth|net|web3)_/
const NOT_FOR_PAGES = new Set(['eth_sign', 'eth_signTransaction', 'eth_signTypedData', 'eth_signTypedData_v3'])

/** Creates a wallet over public keys that always asks first. Read-only requests go to the node. */
export function createDemoWallet({ chainId, memory, prompts, work, ask }: DemoWalletDeps) {
  const remembered = memory.read()
  let account = DEMO_ACCOUNTS.find((a) => a.address === remembered.account) ?? (DEMO_ACCOUNTS[0] as DemoAccount)
  let connected = remembered.connected
  const { emit, on, removeListener } = createEmitter()
  const chainHex = `0x${chainId.toString(16)}`

  const accounts = () => (connected ? [account.address] : [])
  const permissions = () => (connected ? [{ parentCapability: 'eth_accounts', caveats: [] }] : [])

  function change(next: { connected: boolean; account: DemoAccount }) {
    const before = accounts()[0]
    const wasConnected = connected
    connected = next.connected
    account = next.account
    memory.write({ connected, account: account.address })
    if (!wasConnected && connected) emit('connect', { chainId: chainHex })
    if (accounts()[0] !== before) emit('accountsChanged', accounts())
    if (wasConnected && !connected) emit('disconnect', new ProviderRpcError(4900, 'Disconnected'))
  }

  async function choose() {
    const chosen = await prompts.chooseAccount(DEMO_ACCOUNTS, account)
    if (!chosen) throw rejected()
    change({ connected: true, account: chosen })
  }

  function signerFor(address: unknown): DemoAccount {
    if (typeof address !== 'string') throw invalid()
    if (!connected || address.toLowerCase() !== account.address.toLowerCase()) throw unauthorized()
    return account
  }

  const switchTo = (to: DemoAccount) => change({ connected: true, account: to })

  async function personalSign(params: unknown) {
    const [data, address] = listOf(params)
    if (typeof data !== 'string') throw invalid()
    const signer = signerFor(address)
    const bytes = toBytes(data)
    if (!(await prompts.confirmSignature(signer, toText(bytes), switchTo))) throw rejected()
    return work.sign(signer, bytes)
  }

  async function signTypedData(params: unknown) {
    const [address, given] = listOf(params)
    const signer = signerFor(address)
    const data = toTypedData(given)
    if (data.domain.chainId !== undefined && Number(data.domain.chainId) !== chainId) throw invalid()
    if (!(await prompts.confirmSignature(signer, await work.typedWords(data), switchTo))) throw rejected()
    return work.signTyped(signer, data)
  }

  async function sendTransaction(params: unknown) {
    const [given] = listOf(params)
    if (typeof given !== 'object' || given === null) throw invalid()
    const { from, ...transaction } = given as Transaction & { from?: unknown }
    const signer = signerFor(from)
    if (!(await prompts.confirmTransaction(signer, await work.transactionWords(transaction)))) throw rejected()
    return work.send(signer, transaction)
  }

  const methods: Record<string, Method> = {
    eth_accounts: accounts,
    eth_chainId: () => chainHex,
    net_version: () => String(chainId),
    eth_requestAccounts: async () => {
      if (!connected) await choose()
      return accounts()
    },
    wallet_requestPermissions: async () => {
      await choose()
      return permissions()
    },
    wallet_getPermissions: permissions,
    wallet_revokePermissions: () => {
      change({ connected: false, account })
      return null
    },
    wallet_switchEthereumChain: (params) => {
      if (wantedChain(params) !== chainId) throw new ProviderRpcError(4902, 'Unrecognized chain ID.')
      return null
    },
    wallet_addEthereumChain: (params) => {
      if (wantedChain(params) !== chainId) throw new ProviderRpcError(-32602, 'This wallet supports one chain only.')
      return null
    },
    personal_sign: personalSign,
    eth_signTypedData_v4: signTypedData,
    eth_sendTransaction: sendTransaction,
  }

  return {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = methods[method]
      if (answer) return answer(params)
      if (!NODE_METHODS.test(method) || NOT_FOR_PAGES.has(method)) throw unsupported(method)
      return ask(method, params)
    },
    on,
    removeListener,
    current: () => (connected ? account : null),
    switchTo,
  }
}

const listOf = (params: unknown): unknown[] => (Array.isArray(params) ? params : [])

const wantedChain = (params: unknown): number =>
  Number((listOf(params)[0] as { chainId?: unknown } | undefined)?.chainId)

/** Parses typed data, which pages send as an object or as JSON. */
function toTypedData(given: unknown): TypedData {
  try {
    const data = (typeof given === 'string' ? JSON.parse(given) : given) as Partial<TypedData> | null
    if (!data?.primaryType || !data.types || !data.message) throw invalid()
    const { EIP712Domain: _, ...types } = data.types
    return { primaryType: data.primaryType, types, message: data.message, domain: data.domain ?? {} }
  } catch {
    throw invalid()
  }
}

/** Returns hex as bytes; plain text is accepted, too. */
function toBytes(data: string): `0x${string}` {
  if (/^0x([0-9a-f]{2})*$/i.test(data)) return data as `0x${string}`
  return `0x${Array.from(new TextEncoder().encode(data), (b) => b.toString(16).padStart(2, '0')).join('')}`
}

function toText(bytes: `0x${string}`): string {
  const numbers = Uint8Array.from(bytes.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(numbers)
  } catch {
    return bytes
  }
}
