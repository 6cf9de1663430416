import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { answerError, asAppError } from '#platform/http/answer-error'
import { cheeredSide } from '../chat-cheer.rules.ts'
import { type ChatOutcome, chatMetrics } from '../chat-metrics.ts'
import { kickInbox } from './kick-inbox.ts'
import { KickKey } from './kick-key.ts'
import { kickMessageOf } from './kick-message.ts'
import { signedRequestOf } from './kick-signature.ts'

export interface KickLimits {
  /** Bytes of a request. */
  webhookBytes: number
  /** Requests in a second whose signature is checked, from all addresses together, and messages that wait to be counted. */
  webhooksPerS: number
  /** How far a request's time may be from the server's. Longer than that, and as long again, messages are remembered. */
  webhookMs: number
  seenMs: number
  /** Milliseconds after which subscriptions are compared with those that Kick has. */
  subscriptionMs: number
}

/** The path that stands as webhook address in Kick's developer settings. */
const WEBHOOK_PATH = '/api/chats/kick'
const MESSAGE_SENT = 'chat.message.sent'

const WINDOW_MS = 100
const WINDOWS_PER_S = 10

/**
 * Registers the address to which Kick sends the messages of chats that take part. It answers 200 to all that Kick has
 * signed, so that Kick neither sends it again nor ends the subscription, and counts nothing before the answer.
 */
export function kickRoutes(app: FastifyInstance, ctx: Context): void {
  const { kickApiUrl } = ctx.settings
  if (kickApiUrl === null) return
  const { webhookBytes, webhooksPerS, webhookMs } = ctx.limits.chat
  const { lines } = ctx.chatMetrics ?? chatMetrics()
  const elapsedMs = () => ctx.clock.elapsedMs()
  const key = new KickKey({ apiUrl: kickApiUrl, timeoutMs: ctx.limits.providerTimeoutMs, elapsedMs })
  const inbox = kickInbox(ctx.live, webhooksPerS)
  const logged = new Set<ChatOutcome>()
  let window = { startMs: 0, count: 0 }

  /** Counts what became of a request, and logs each kind of trouble once: a flood must not fill the log. */
  function drop(outcome: ChatOutcome, request: FastifyRequest, err?: unknown): void {
    lines[outcome]++
    if (logged.has(outcome)) return
    logged.add(outcome)
    request.log.warn({ outcome, err }, 'requests to the webhook for Kick were dropped; this is logged once')
  }

  function refuse(outcome: ChatOutcome, request: FastifyRequest, error: AppError): never {
    drop(outcome, request)
    throw error
  }

  function admit(): void {
    const nowMs = elapsedMs()
    if (nowMs - window.startMs >= WINDOW_MS) window = { startMs: nowMs, count: 0 }
    if (window.count++ >= webhooksPerS / WINDOWS_PER_S) throw new AppError('RATE_LIMITED')
  }

  /** Notes the message of a request. Throws unless Kick has signed it, lately. Returns whether that could be checked. */
  async function receive(request: FastifyRequest, body: Buffer): Promise<boolean> {
    const parts = signedRequestOf(request.headers, body)
    const unsigned = () => new AppError('UNAUTHORIZED', { message: 'This request isn’t signed by Kick.' })
    if (!parts) return refuse('unsigned', request, unsigned())
    const { signed, signature, sentAtMs, type } = parts
    if (Math.abs(ctx.clock.now().getTime() - sentAtMs) > webhookMs) {
      return refuse('old', request, new AppError('INVALID_REQUEST', { message: 'This request is too old.' }))
    }
    admit()
    const isSigned = await key.hasSigned(signed, signature).catch((err) => {
      drop('unchecked', request, err)
      return undefined
    })
    // The 503 makes Kick retry.
    if (isSigned === undefined) return false
    if (!isSigned) return refuse('unsigned', request, unsigned())
    if (type !== MESSAGE_SENT) return true
    const message = kickMessageOf(body)
    if (!message) drop('malformed', request)
    else if (cheeredSide(message.text, 'challenger') === null) lines.other++
    else if (!inbox.add({ ...message, sentAtMs })) drop('over_rate', request)
    return true
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes as they came.
    const raw = { parseAs: 'buffer', bodyLimit: webhookBytes } as const
    scope.addContentTypeParser('application/json', raw, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
      const code = asAppError(error)?.code
      if (code === 'PAYLOAD_TOO_LARGE') drop('too_long', request)
      if (code === 'RATE_LIMITED') drop('over_rate', request)
      answerError(error, request, reply)
    })
    scope.post<{ Body: Buffer }>(
      WEBHOOK_PATH,
      { onRequest: app.countRequest.webhook, config: { isWebhook: true }, schema: { hide: true } },
      async (request, reply) => {
        const isChecked = await receive(request, request.body ?? Buffer.alloc(0))
        return reply.status(isChecked ? 200 : 503).send()
      },
    )
  })
}
