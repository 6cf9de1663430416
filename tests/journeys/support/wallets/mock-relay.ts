import type { Page } from '@playwright/test'

/** The relay's JSON-RPC, as far as a session needs it. */
interface Order {
  id: number | string
  method?: string
  params?: Record<string, string | string[]>
}

interface Client {
  send(text: string): void
  topics: Set<string>
}

/** A minimal in-process WalletConnect relay: forwards encrypted messages and keeps them for late subscribers. */
export class MockRelay {
  private readonly clients = new Set<Client>()
  private readonly kept: { topic: string; message: string; from: Client }[] = []
  private nextId = 1

  join(send: (text: string) => void): { receive(text: string): void; leave(): void } {
    const client: Client = { send, topics: new Set() }
    this.clients.add(client)
    return {
      receive: (text) => this.obey(client, JSON.parse(text) as Order),
      leave: () => this.clients.delete(client),
    }
  }

  private obey(from: Client, { id, method, params = {} }: Order): void {
    // It is an acknowledgement, not a request.
    if (method === undefined) return
    from.send(JSON.stringify({ id, jsonrpc: '2.0', result: this.result(from, method, params) }))
  }

  private result(from: Client, method: string, params: NonNullable<Order['params']>): unknown {
    const text = (name: string) => String(params[name])
    const topics = [params.topics ?? params.topic ?? []].flat()
    switch (method) {
      case 'irn_subscribe':
      case 'irn_batchSubscribe':
        for (const topic of topics) this.subscribe(from, topic)
        return params.topics ? topics : topics[0]
      case 'irn_unsubscribe':
        return from.topics.delete(text('topic'))
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false }
      case 'irn_publish':
        this.pass(from, text('topic'), text('message'))
        return true
      case 'wc_proposeSession':
        this.subscribe(from, text('pairingTopic'))
        this.pass(from, text('pairingTopic'), text('sessionProposal'))
        return true
      case 'wc_approveSession':
        this.subscribe(from, text('sessionTopic'))
        this.pass(from, text('pairingTopic'), text('sessionProposalResponse'))
        this.pass(from, text('sessionTopic'), text('sessionSettlementRequest'))
        return true
      default:
        throw new Error(`The mock relay does not know ${method}`)
    }
  }

  private subscribe(client: Client, topic: string): void {
    if (client.topics.has(topic)) return
    client.topics.add(topic)
    for (const each of this.kept)
      if (each.topic === topic && each.from !== client) this.hand(client, topic, each.message)
  }

  private pass(from: Client, topic: string, message: string): void {
    this.kept.push({ topic, message, from })
    for (const client of this.clients) {
      if (client !== from && client.topics.has(topic)) this.hand(client, topic, message)
    }
  }

  private hand(client: Client, topic: string, message: string): void {
    const data = { topic, message, publishedAt: Date.now(), attestation: '' }
    const params = { id: topic, data }
    client.send(JSON.stringify({ id: this.nextId++, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
}

const RELAY = /^wss:\/\/relay\.walletconnect\./

/** Replaces WalletConnect's servers in every page of this tab. */
export async function useMockRelay(page: Page, relay: MockRelay): Promise<void> {
  await page.routeWebSocket(RELAY, (socket) => {
    const { receive, leave } = relay.join((text) => socket.send(text))
    socket.onMessage((text) => receive(String(text)))
    socket.onClose(() => leave())
  })
  await page.route('https://verify.walletconnect.org/**', (route) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = new URL(route.request().url()).searchParams.get('id')
    const attestation = [part({ alg: 'none' }), part({ id }), part('')].join('.')
    const said = JSON.stringify(JSON.stringify({ type: 'verify_attestation', attestation }))
    return route.fulfill({ contentType: 'text/html', body: `<script>parent.postMessage(${said}, '*')</script>` })
  })
}
