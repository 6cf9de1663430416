import { randomUUID } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import { RACE_ORIGIN } from './race-server.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answered
  body: any
  location: string
}

export class SetUpFailed extends Error {
  readonly reply: Reply

  constructor(what: string, reply: Reply) {
    super(`${what} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    this.reply = reply
  }
}

interface Sent {
  body?: unknown
  /** Idempotency-Key; random by default, as in the web app. */
  key?: string
}

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

  /** Sends a request. Throws only when there is no response. */
  async send(method: string, path: string, { body, key = randomUUID() }: Sent = {}, server = 0): Promise<Reply> {
    const response = await fetch(`http://127.0.0.1:${this.#ports[server % this.#ports.length]}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: RACE_ORIGIN,
        'idempotency-key': key,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
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

  /** Returns the body of a request that must succeed. Throws SetUpFailed. */
  async call(method: string, path: string, body?: unknown) {
    const reply = await this.send(method, path, { body })
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

  /** Signs in at X as this handle and returns the callback path. */
  async consentAtX(handle: string): Promise<string> {
    const left = await this.send('GET', '/api/auth/twitter')
    const atX = new URL(left.location, RACE_ORIGIN)
    atX.searchParams.set('choice', 'allow')
    atX.searchParams.set('handle', handle)
    const back = new URL((await fetch(atX, { redirect: 'manual' })).headers.get('location') ?? '')
    return `${back.pathname}${back.search}`
  }
}
