import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { privateKeyToAccount } from 'viem/accounts'

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser with a wallet that speaks nothing but HTTP/2 over TLS. */
export class Http2Client {
  readonly #session: ClientHttp2Session
  readonly #origin: string
  readonly wallet: ReturnType<typeof privateKeyToAccount>
  #cookie = ''

  constructor(origin: string, caFile: string, privateKey: `0x${string}`) {
    this.#origin = origin
    this.#session = connect(origin, { ca: readFileSync(caFile) })
    // Each request says why it failed.
    this.#session.on('error', () => {})
    this.wallet = privateKeyToAccount(privateKey)
  }

  get protocol(): string {
    return String(this.#session.alpnProtocol)
  }

  #open(method: string, path: string, headers: Record<string, string>) {
    const own = this.#cookie === '' ? {} : { cookie: this.#cookie }
    return this.#session.request({ ':method': method, ':path': path, origin: this.#origin, ...own, ...headers })
  }

  ask(method: string, path: string, body?: Buffer, headers: Record<string, string> = {}): Promise<Response> {
    const request = this.#open(method, path, headers)
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      let head: IncomingHttpHeaders = {}
      request.once('response', (answer) => {
        head = answer
        const cookies = (answer['set-cookie'] ?? []).map((line) => line.split(';')[0])
        if (cookies.length > 0) this.#cookie = cookies.join('; ')
      })
      request.on('data', (part) => parts.push(part))
      request.once('end', () => {
        resolve({ status: Number(head[':status']), headers: head, body: Buffer.concat(parts) })
      })
      // A proxy that refuses a long body may reset the stream after its answer.
      request.once('error', (error) => {
        if (head[':status'] === undefined) reject(error)
      })
      request.end(body)
    })
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

  /** Returns a live stream's headers, and how long its first bytes took. */
  firstOfStream(path: string): Promise<{ headers: IncomingHttpHeaders; firstMs: number }> {
    const startedAtMs = performance.now()
    const request = this.#open('GET', path, { accept: 'text/event-stream', 'accept-encoding': 'zstd, gzip' })
    request.end()
    return new Promise((resolve, reject) => {
      let headers: IncomingHttpHeaders = {}
      request.once('response', (answer) => {
        headers = answer
      })
      request.once('data', () => {
        resolve({ headers, firstMs: performance.now() - startedAtMs })
        request.close()
      })
      request.once('error', reject)
      request.once('end', () => reject(new Error(`the stream ended: ${headers[':status']}`)))
    })
  }

  close(): void {
    this.#session.close()
  }
}
