import { createEmitter } from '#lib/wallet/emitter'
import { ProviderRpcError } from '#lib/wallet/provider-rpc-error'
import { METHODS } from './asked-for.ts'
import { asRpcError, type ConnectDeps, connect } from './connect.ts'
import { addressesIn, addressesOn, allows, chainIn, firstChain } from './session-accounts.ts'
import type { Session, SessionEvent, SignClient } from './sign-client.ts'

export interface WalletConnectDeps extends ConnectDeps {
  /** Whether this browser is connected through it; only then is a stored session restored. */
  wasConnected(): boolean
}

type Method = (params: unknown) => unknown

const PERMISSIONS = [{ parentCapability: 'eth_accounts', caveats: [] }]
const unauthorized = () => new ProviderRpcError(4100, 'The requested account has not been authorized by the user.')
const hex = (chainId: number) => `0x${chainId.toString(16)}`

/**
 * Creates an EIP-1193 provider for a WalletConnect wallet. Loads the library when an account is requested, or at
 * `eth_accounts` if this browser was connected before; never earlier.
 */
export function createWalletConnect(deps: WalletConnectDeps) {
  const { emit, on, removeListener } = createEmitter()
  let session: Session | null = null
  /** Network that receives requests, always one the session allows. */
  let chainId = deps.chainId
  /** Account the wallet announced; until then the first allowed one. */
  let active: string | null = null
  let loading: Promise<SignClient> | null = null
  let connecting: Promise<void> | null = null

  function load(): Promise<SignClient> {
    loading ??= deps.load().then(
      (client) => {
        client.onEvent(onEvent)
        return client
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  function accounts(): string[] {
    if (!session) return []
    const allowed = addressesOn(session, chainId)
    return active === null ? allowed : [active, ...allowed.filter((address) => !same(address, active))]
  }

  function change(next: { session?: Session | null; chainId?: number; active?: string | null }) {
    const before = { first: accounts()[0], isConnected: session !== null, chainId }
    if (next.session !== undefined) session = next.session
    chainId = next.chainId ?? chainId
    if (next.active !== undefined) active = next.active
    if (!before.isConnected && session) emit('connect', { chainId: hex(chainId) })
    if (before.chainId !== chainId) emit('chainChanged', hex(chainId))
    if (!same(before.first, accounts()[0])) emit('accountsChanged', accounts())
    if (before.isConnected && !session) emit('disconnect', new ProviderRpcError(4900, 'Disconnected'))
  }

  const enter = (next: Session) => {
    const first = firstChain(next, deps.chainId)
    if (first === null) throw unauthorized()
    change({ session: next, chainId: first, active: null })
  }

  const leave = () => change({ session: null, chainId: deps.chainId, active: null })

  function onEvent(event: SessionEvent) {
    if (!session || event.topic !== session.topic) return
    if (event.kind === 'end') return leave()
    if (event.kind === 'accounts') {
      const [first] = addressesIn(event.accounts)
      if (first) change({ active: first })
    } else if (event.kind === 'chain') {
      const chain = chainIn(event.chain)
      if (chain !== null) change({ chainId: chain })
    } else update({ ...session, namespaces: event.namespaces })
  }

  /** An update without allowed accounts means disconnected. */
  function update(next: Session) {
    const stays = addressesOn(next, chainId).length > 0 ? chainId : firstChain(next, deps.chainId)
    if (stays === null) return leave()
    const isStillThere = addressesOn(next, stays).some((address) => same(address, active ?? undefined))
    change({ session: next, chainId: stays, active: isStillThere ? active : null })
  }

  /** Restores the session of an earlier visit, if this browser is still connected through it. */
  async function pickUp(): Promise<void> {
    if (session || !deps.wasConnected()) return
    const kept = (await load()).sessions().filter((each) => firstChain(each, deps.chainId) !== null)
    const [latest] = kept.sort((a, b) => b.expiry - a.expiry)
    if (!session && latest) enter(latest)
  }

  /** Connects again, then ends every other session. */
  function connectAnew(): Promise<void> {
    connecting ??= (async () => {
      try {
        const next = await connect({ ...deps, load })
        enter(next)
      } catch (error) {
        if (!session) rest()
        throw error
      } finally {
        connecting = null
      }
      const client = await load()
      for (const { topic } of client.sessions()) {
        if (topic !== session?.topic) end(client, topic)
      }
    })()
    return connecting
  }

  const rest = () => {
    loading?.then((client) => client.rest()).catch(() => undefined)
  }

  /** The peer may be unreachable; the session is dropped here regardless. */
  const end = (client: SignClient, topic: string) => {
    client.end(topic).catch(() => undefined)
  }

  async function toWallet(method: string, params: unknown): Promise<unknown> {
    await pickUp()
    if (!session) throw unauthorized()
    if (!allows(session, method)) throw unsupported(method)
    if (addressesOn(session, chainId).length === 0) {
      throw new ProviderRpcError(4901, `The wallet is not connected to network ${chainId}.`)
    }
    const client = await load()
    try {
      return await client.request(session.topic, chainId, method, params)
    } catch (error) {
      throw asRpcError(error)
    }
  }

  async function switchChain(params: unknown): Promise<null> {
    const [wanted] = Array.isArray(params) ? params : []
    const next = chainIn(wanted?.chainId)
    if (next === null) throw new ProviderRpcError(-32602, 'Invalid params')
    await pickUp()
    if (!session) throw unauthorized()
    if (next === chainId) return null
    if (addressesOn(session, next).length === 0) {
      // Not allowed yet: ask the wallet, which rejects networks it doesn't know.
      if (!allows(session, 'wallet_switchEthereumChain')) throw new ProviderRpcError(4902, 'Unrecognized chain ID.')
      await toWallet('wallet_switchEthereumChain', params)
    }
    change({ chainId: next })
    return null
  }

  const own: Record<string, Method> = {
    eth_chainId: () => hex(chainId),
    net_version: () => String(chainId),
    eth_accounts: async () => {
      await pickUp().catch(() => undefined)
      return accounts()
    },
    eth_requestAccounts: async () => {
      await pickUp().catch(() => undefined)
      if (!session) await connectAnew()
      return accounts()
    },
    wallet_requestPermissions: async () => {
      await connectAnew()
      return PERMISSIONS
    },
    wallet_getPermissions: () => (session ? PERMISSIONS : []),
    wallet_revokePermissions: async () => {
      const ended = session
      leave()
      if (ended) end(await load(), ended.topic)
      return null
    },
    wallet_switchEthereumChain: switchChain,
  }

  return {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      if (own[method]) return own[method](params)
      if (!METHODS.some((asked) => asked === method)) throw unsupported(method)
      return toWallet(method, params)
    },
    on,
    removeListener,
  }
}

const unsupported = (method: string) =>
  new ProviderRpcError(4200, `This wallet does not support ${method} over WalletConnect.`)

const same = (a: string | undefined | null, b: string | undefined | null) => a?.toLowerCase() === b?.toLowerCase()
