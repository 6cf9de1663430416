import type { OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import webpush from 'web-push'
import { withDeadline } from '../outgoing/deadline.ts'
import { createGate } from '../outgoing/gate.ts'
import { publicLookup } from '../outgoing/public-lookup.ts'
import { pushAddress } from './push-address.ts'

/** Where a browser takes messages, and what it can read them with. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** Sends messages to browsers that are not open. */
export interface Push {
  /** What browsers know this server by. */
  publicKey: string
  /** 'gone': that browser takes none any more; `Failed`: it may later. Never throws. */
  send(target: PushTarget, payload: string): Promise<'sent' | 'gone' | Failed>
}

/** A message that was not taken, and how long its service wants to be left alone, if it said so. */
export interface Failed {
  retryAfterMs: number | null
}

/** The keys of this server (VAPID), and whom a push service may write to about it. */
export interface PushKeys {
  publicKey: string
  privateKey: string
  subject: string
}

/** Limits of sending one message. */
export interface PushBounds {
  /** From the call to the status of the response, including the wait for a free slot and the resolution of the name. */
  timeoutMs: number
  /** Messages on their way at the same time, over all services. */
  maxAtOnce: number
}

const BOUNDS: PushBounds = { timeoutMs: 10_000, maxAtOnce: 20 }
/** A message that could not be delivered for a day is no news. */
const LIFE_S = 86_400
const GONE = new Set([404, 410])

/** An agent that connects to public addresses only, and keeps connections to services it will soon call again. */
const publicAgent = () => new Agent({ keepAlive: true, maxTotalSockets: BOUNDS.maxAtOnce, lookup: publicLookup() })

/**
 * Sends through the push service of each browser's maker, encrypted for that browser alone. Connections are made by
 * `agent`. A target that isn't a known push service is never contacted and reported as gone.
 */
export function webPush(
  { publicKey, privateKey, subject }: PushKeys,
  { agent = publicAgent(), ...bounds }: { agent?: Agent } & Partial<PushBounds> = {},
): Push {
  const vapidDetails = { publicKey, privateKey, subject }
  const { timeoutMs, maxAtOnce } = { ...BOUNDS, ...bounds }
  const gate = createGate(maxAtOnce)
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      const url = pushAddress(endpoint)
      if (url === null) return 'gone'
      try {
        const target = { endpoint: url.href, keys: { p256dh, auth } }
        const { headers, body } = webpush.generateRequestDetails(target, payload, { vapidDetails, TTL: LIFE_S })
        const { status, retryAfter } = await withDeadline(timeoutMs, null, (signal) =>
          gate(signal, () => post(url, { headers, body, agent, signal })),
        )
        if (status >= 200 && status <= 299) return 'sent'
        return GONE.has(status) ? 'gone' : { retryAfterMs: retryAfterMs(retryAfter, Date.now()) }
      } catch {
        return { retryAfterMs: null }
      }
    },
  }
}

interface PushRequest {
  headers: OutgoingHttpHeaders
  body: Buffer | null
  agent: Agent
  signal: AbortSignal
}

/** Posts and returns the response's status as soon as it is known; a body says nothing we use and is not read. */
function post(url: URL, { headers, body, agent, signal }: PushRequest) {
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent, signal }, (response) => {
      const { statusCode: status = 0, headers: told } = response
      resolve({ status, retryAfter: told['retry-after'] })
      // Most responses are empty: their connection stays open for the next message.
      if (told['content-length'] === '0' || status === 204) response.resume()
      else response.destroy()
    })
    sent.on('error', reject).end(body)
  })
}

/** What a `Retry-After` asks for: seconds, or a moment. Null where it says nothing that can be understood. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
