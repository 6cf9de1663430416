import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'

/** What the wallet remembers between visits. */
export interface DemoWalletMemory {
  read(): { connected: boolean; account: string | null }
  write(state: { connected: boolean; account: string }): void
}

/** The wallet's own window: it asks the person, and answers null when they refuse. */
export interface DemoWalletPrompts {
  chooseAccount(accounts: readonly DemoAccount[], current: DemoAccount): Promise<DemoAccount | null>
  /** `onSwitch`: the person goes over to another account instead of answering. */
  confirmSignature(account: DemoAccount, text: string, onSwitch: (to: DemoAccount) => void): Promise<boolean>
}

interface DemoWalletDeps {
  chainId: number
  memory: DemoWalletMemory
  prompts: DemoWalletPrompts
  sign(account: DemoAccount, bytes: `0x${string}`): Promise<string>
}

type Listener = (value: unknown) => void
type Method = (params: unknown) => unknown

/** An error as EIP-1193 defines it. */
class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const rejected = () => new ProviderRpcError(4001, 'User rejected the request.')
const unauthorized = () => new ProviderRpcError(4100, 'The requested account has not been authorized by the user.')

/** A complete little wallet over published keys: connects, switches accounts and signs texts, asking each time. */
export function createDemoWallet({ chainId, memory, prompts, sign }: DemoWalletDeps) {
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

  async function personalSign(params: unknown) {
    const [data, address] = Array.isArray(params) ? params : []
    if (typeof data !== 'string' || typeof address !== 'string') throw new ProviderRpcError(-32602, 'Invalid params')
    if (!connected || address.toLowerCase() !== account.address.toLowerCase()) throw unauthorized()
    const signer = account
    const bytes = toBytes(data)
    const agreed = await prompts.confirmSignature(signer, toText(bytes), (to) =>
      change({ connected: true, account: to }),
    )
    if (!agreed) throw rejected()
    return sign(signer, bytes)
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
      const [wanted] = Array.isArray(params) ? params : []
      if (Number(wanted?.chainId) !== chainId) throw new ProviderRpcError(4902, 'Unrecognized chain ID.')
      return null
    },
    personal_sign: personalSign,
  }

  return {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = methods[method]
      if (!answer) throw new ProviderRpcError(4200, `The Aura Demo Wallet does not support ${method}.`)
      return answer(params)
    },
    on,
    removeListener,
  }
}

function createEmitter() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    emit(event: string, value: unknown) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

/** Wallets take hexadecimal bytes, and plain text from pages that don't know better. */
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
