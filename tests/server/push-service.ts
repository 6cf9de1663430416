import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import { selfSigned } from './self-signed.ts'

interface Received {
  endpoint: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  agent: Agent
  received: Received[]
  /** `silent` sends no body, `endless` a body without end. The response is delayed until `until`. */
  answer: { status: number; headers?: Record<string, string>; body?: 'silent' | 'endless'; until?: Promise<void> }
  open: number
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const { cert, key } = selfSigned()
  const server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = []
    service.open++
    response.on('close', () => service.open--)
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const endpoint = `https://${request.headers.host}${request.url}`
      service.received.push({ endpoint, headers: request.headers, body: Buffer.concat(parts) })
      const { status, headers, body, until } = service.answer
      await until
      if (body === 'silent') return
      response.writeHead(status, headers)
      if (body === 'endless') pour(response)
      else response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent()
  agent.createConnection = () => connect({ host: '127.0.0.1', port, ca: cert, checkServerIdentity: () => undefined })
  const service: PushService = {
    agent,
    received: [],
    answer: { status: 201 },
    open: 0,
    close: () => {
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return service
}

function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

/** A subscribed browser, which alone can decrypt its messages. */
export class PushBrowser {
  readonly #ecdh: ECDH = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly keys: { p256dh: string; auth: string }

  constructor() {
    const p256dh = this.#ecdh.generateKeys('base64url')
    this.keys = { p256dh, auth: this.#auth.toString('base64url') }
  }

  /** Decrypts by RFC 8291 and RFC 8188. Throws if the message is for another browser. */
  read(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const senderKey = body.subarray(21, 21 + body.readUInt8(20))
    const sealed = body.subarray(21 + senderKey.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), senderKey])
    const secret = derive(this.#ecdh.computeSecret(senderKey), this.#auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last record ends with a 2 and padding.
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Returns the VAPID claims (RFC 8292). Throws if the signature is invalid. */
export function vapidClaims(authorization: string | undefined, publicKey: string): Record<string, unknown> {
  const { t = '', k } = Object.fromEntries(
    (authorization ?? '')
      .replace(/^vapid /, '')
      .split(/,\s*/)
      .map((part) => part.split('=', 2)),
  ) as { t?: string; k?: string }
  const [header = '', claims = '', signature = ''] = t.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isOurs = verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))
  if (!isOurs || k !== publicKey) throw new Error('somebody else signed this')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
