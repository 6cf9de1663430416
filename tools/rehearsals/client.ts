import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { privateKeyToAccount } from 'viem/accounts'

interface Reached {
  origin: string
  /** Address at which `origin` is reached, if different. */
  at?: string
  /** Certificate file of the authority that signed for `origin`. */
  ca?: string
}

interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser with a wallet. */
export class Client {
  readonly wallet: ReturnType<typeof privateKeyToAccount>
  readonly #reached: Reached
  #cookie = ''

  constructor(reached: Reached, privateKey: `0x${string}`) {
    this.#reached = reached
    this.wallet = privateKeyToAccount(privateKey)
  }

  #send(method: string, path: string, body?: Buffer, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const { origin, at = origin, ca } = this.#reached
    const url = new URL(path, at)
    const options = {
      method,
      // A connection of its own, which no earlier response can have closed.
      agent: false as const,
      headers: {
        ...{ host: new URL(origin).host, origin, ...(this.#cookie === '' ? {} : { cookie: this.#cookie }) },
        ...(body ? { 'content-length': String(body.length) } : {}),
        ...headers,
      },
    }
    const sent =
      url.protocol === 'http:' ? plain(url, options) : secure(url, { ...options, ...(ca && { ca: readFileSync(ca) }) })
    return new Promise((resolve, reject) => {
      sent.once('response', resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async ask(method: string, path: string, body?: Buffer, headers?: Record<string, string>): Promise<Response> {
    const answer = await this.#send(method, path, body, headers)
    const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    const { statusCode: status = 0, headers: head } = answer
    // A server that refuses a long body may end the connection after its response.
    const parts = await answer.toArray().catch((error: unknown) => {
      if (status === 413) return []
      throw error
    })
    return { status, headers: head, body: Buffer.concat(parts) }
  }

  /** Returns the body. Throws on anything but 200. */
  async json<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const response = await this.ask(method, path, text, { ...type, ...headers })
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${response.body}`)
    return JSON.parse(response.body.toString()) as T
  }

  async signIn(): Promise<void> {
    const walletAddress = this.wallet.address
    const { message } = await this.json<{ message: string }>('GET', `/api/auth/nonce?walletAddress=${walletAddress}`)
    const signature = await this.wallet.signMessage({ message })
    await this.json('POST', '/api/auth/wallet', { walletAddress, message, signature })
  }

  /** Returns a live stream's headers and the milliseconds until its first bytes. */
  async firstOfStream(path: string): Promise<{ headers: IncomingHttpHeaders; firstMs: number }> {
    const startedAtMs = performance.now()
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'zstd, gzip' }
    const stream = await this.#send('GET', path, undefined, headers)
    const { done } = await stream[Symbol.asyncIterator]().next()
    if (done) throw new Error(`the stream ended: ${stream.statusCode}`)
    stream.destroy()
    return { headers: stream.headers, firstMs: performance.now() - startedAtMs }
  }
}
