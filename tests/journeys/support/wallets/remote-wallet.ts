import { randomUUID } from 'node:crypto'
import type { SignClient } from '@walletconnect/sign-client'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { rpc } from '../../../../tools/local-chain/rpc.ts'
import type { MockRelay } from './mock-relay.ts'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** WalletConnect's own library as a phone wallet that approves, signs and sends. */
export async function startRemoteWallet(relay: MockRelay, chain: { rpcUrl: string }) {
  const client = await startClient(relay)
  const asked: string[] = []
  client.on('session_proposal', async ({ id, params }) => {
    const { chains = [], methods = [], events = [] } = params.optionalNamespaces.eip155 ?? {}
    const accounts = chains.map((chain) => `${chain}:${account.address}`)
    await client.approve({ id, namespaces: { eip155: { chains, accounts, methods, events } } })
  })
  client.on('session_request', async ({ id, topic, params: { request } }) => {
    asked.push(request.method)
    const result = await answerTo(request, chain)
    await client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  return { asked, scan: (uri: string) => client.pair({ uri }) }
}

async function answerTo({ method, params }: { method: string; params: string[] }, chain: { rpcUrl: string }) {
  if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as Hex } })
  if (method === 'eth_signTypedData_v4') return account.signTypedData(JSON.parse(String(params[1])))
  if (method !== 'eth_sendTransaction') throw new Error(`The remote wallet does not know ${method}`)
  // The node signs for an impersonated account.
  await rpc(chain.rpcUrl, 'anvil_impersonateAccount', [account.address])
  return rpc<Hex>(chain.rpcUrl, method, params)
}

/**
 * Starts a client. The library uses the global `WebSocket` at load time, which is replaced by one connected to the mock
 * relay.
 */
async function startClient(relay: MockRelay): Promise<InstanceType<typeof SignClient>> {
  const before = globalThis.WebSocket
  globalThis.WebSocket = socketTo(relay) as unknown as typeof WebSocket
  try {
    const library = await import('@walletconnect/sign-client')
    return await library.SignClient.init({
      projectId: 'c0ffee'.padEnd(32, '0'),
      // Without its own prefix it takes over the pairings of another wallet in this process.
      customStoragePrefix: randomUUID(),
      telemetryEnabled: false,
      logger: 'silent',
      metadata: { name: 'Remote Wallet', description: 'On some phone', url: 'https://wallet.example', icons: [] },
    })
  } finally {
    globalThis.WebSocket = before
  }
}

const socketTo = (relay: MockRelay) =>
  class {
    readyState = 0
    onopen = () => {}
    onclose = () => {}
    onmessage = (_: { data: string }) => {}
    private readonly connection = relay.join((data) => queueMicrotask(() => this.onmessage({ data })))

    constructor() {
      queueMicrotask(() => {
        this.readyState = 1
        this.onopen()
      })
    }

    send(text: string) {
      this.connection.receive(text)
    }

    close() {
      this.readyState = 3
      this.connection.leave()
      this.onclose()
    }

    /** The library calls this on Node sockets. */
    on() {}
    terminate() {
      this.close()
    }
  }
