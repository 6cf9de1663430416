import { randomUUID } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import { RACE_ORIGIN } from './race-server.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answered
  body: any
  location: string
}

/** A request that waits for the server that it goes to. */
export type Ask = (server: number) => Promise<Reply>

export class SetUpFailed extends Error {
  readonly reply: Reply

  constructor(what: string, reply: Reply) {
    super(`${what} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    this.reply = reply
  }
}

/** A browser that talks to any of the servers. */
export class Racer {
  readonly wallet: PrivateKeyAccount
  id = ''
  readonly #ports: readonly number[]
  readonly #cookies: Map<string, string>

  constructor(ports: readonly number[], wallet: PrivateKeyAccount, cookies = new Map<string, string>()) {
    this.#ports = ports
    this.wallet = wallet
    this.#cookies = cookies
  }

  /** Returns another tab: the same cookies with another wallet. */
  withWallet(wallet: PrivateKeyAccount): Racer {
    return Object.assign(new Racer(this.#ports, wallet, this.#cookies), { id: this.id })
  }

  /** Returns a request, each with an Idempotency-Key of its own by default, as in the web app. It throws only without a response. */
  ask(method: string, path: string, body?: unknown, key?: string): Ask {
    return async (server) => {
      const response = await fetch(`http://127.0.0.1:${this.#ports[server % this.#ports.length]}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          origin: RACE_ORIGIN,
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'idempotency-key': key ?? randomUUID(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name)
        else this.#cookies.set(name, value)
      }
      const text = await response.text()
      return {
        status: response.status,
        body: /^[[{]/.test(text) ? JSON.parse(text) : text,
        location: response.headers.get('location') ?? '',
      }
    }
  }

  post = (path: string, body: unknown = {}, key?: string): Ask => this.ask('POST', path, body, key)

  /** Returns the body of a request that must succeed. Throws SetUpFailed. */
  async call(method: string, path: string, body?: unknown) {
    const reply = await this.ask(method, path, body)(0)
    if (reply.status >= 300) throw new SetUpFailed(`${method} ${path}`, reply)
    return reply.body
  }

  /** Returns a signed sign-in message; when signed in, one that links the wallet. */
  async signedMessage(query: Record<string, string> = {}) {
    const walletAddress = this.wallet.address
    const search = new URLSearchParams({ walletAddress, ...query })
    const { message } = await this.call('GET', `/api/auth/nonce?${search}`)
    return { walletAddress, message, signature: await this.wallet.signMessage({ message }) }
  }

  async signIn(): Promise<void> {
    await this.call('POST', '/api/auth/wallet', { ...(await this.signedMessage()), timeZone: 'UTC' })
    this.id = (await this.me()).id
  }

  me = () => this.call('GET', '/api/auth/user')

  /** Signs in at X as this handle. Returns a request that comes back from there. */
  async comingBackFromX(handle: string): Promise<Ask> {
    const { location } = await this.ask('GET', '/api/auth/twitter')(0)
    const atX = new URL(location, RACE_ORIGIN)
    atX.searchParams.set('choice', 'allow')
    atX.searchParams.set('handle', handle)
    const back = new URL((await fetch(atX, { redirect: 'manual' })).headers.get('location') ?? '')
    return this.ask('GET', `${back.pathname}${back.search}`)
  }
}
