import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { isKnownTo } from './is-known-to.ts'
import { securityHeaders } from './security/security-headers.ts'

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A complete response as bytes, plain and compressed, built once for many requests. */
export class PreparedAnswer {
  readonly #bytes: Buffer
  readonly #packed: Buffer
  readonly #etag: string
  readonly #head: readonly string[]

  constructor(answer: unknown, headers: Readonly<Record<string, string>>) {
    this.#bytes = Buffer.from(JSON.stringify(answer))
    this.#etag = `"${createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)}"`
    this.#packed = brotliCompressSync(this.#bytes, QUALITY)
    const vary = ['vary', 'accept-encoding']
    this.#head = [...Object.entries(headers).flat(), ...vary, 'etag', this.#etag, 'cache-control', 'no-cache']
  }

  /** Sends the response, bypassing the framework's response hooks. */
  send(reply: FastifyReply): FastifyReply {
    const { id } = reply.request
    reply.hijack()
    if (isKnownTo(reply.request, this.#etag)) {
      reply.raw.writeHead(304, [...this.#head, 'x-request-id', id]).end()
      return reply
    }
    const isPacked = /\bbr\b/.test(String(reply.request.headers['accept-encoding'] ?? ''))
    const bytes = isPacked ? this.#packed : this.#bytes
    const body = ['x-request-id', id, 'content-type', 'application/json; charset=utf-8']
    if (isPacked) body.push('content-encoding', 'br')
    body.push('content-length', String(bytes.length))
    reply.raw.writeHead(200, this.#head.concat(body)).end(bytes)
    return reply
  }
}

/** Caches the result of `make` for `maxAgeMs`. Concurrent callers share one run; failures are not cached. */
export function prepared(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  maxAgeMs: number,
  make: () => Promise<unknown>,
): () => Promise<PreparedAnswer> {
  const headers = securityHeaders(settings).data
  let current: { madeAtMs: number; answer: Promise<PreparedAnswer> } | undefined
  return () => {
    const nowMs = clock.elapsedMs()
    if (current && nowMs - current.madeAtMs < maxAgeMs) return current.answer
    const mine = { madeAtMs: nowMs, answer: make().then((answer) => new PreparedAnswer(answer, headers)) }
    current = mine
    mine.answer.catch(() => {
      if (current === mine) current = undefined
    })
    return mine.answer
  }
}
