import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'

/** An answer that is bytes already: what many people ask for at once is serialised once. */
export class PreparedAnswer {
  readonly #bytes: Buffer
  readonly #etag: string

  constructor(answer: unknown) {
    this.#bytes = Buffer.from(JSON.stringify(answer))
    this.#etag = `"${createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)}"`
  }

  send(reply: FastifyReply): FastifyReply {
    reply.header('etag', this.#etag).header('cache-control', 'no-cache')
    if (reply.request.headers['if-none-match'] === this.#etag) return reply.status(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(this.#bytes)
  }
}

/**
 * Keeps what `make` gives for `maxAgeMs`. Callers that come while it is being made wait for the same one; a failure is
 * told to them all and kept for nobody.
 */
export function prepared(clock: Clock, maxAgeMs: number, make: () => Promise<unknown>): () => Promise<PreparedAnswer> {
  let current: { madeAtMs: number; answer: Promise<PreparedAnswer> } | undefined
  return () => {
    const nowMs = clock.now().getTime()
    if (current && nowMs - current.madeAtMs < maxAgeMs) return current.answer
    const mine = { madeAtMs: nowMs, answer: make().then((answer) => new PreparedAnswer(answer)) }
    current = mine
    mine.answer.catch(() => {
      if (current === mine) current = undefined
    })
    return mine.answer
  }
}
