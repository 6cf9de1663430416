import type { OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import webpush from 'web-push'
import { withDeadline } from '#platform/outgoing/deadline'
import { createGate } from '#platform/outgoing/gate'
import { publicLookup } from '#platform/outgoing/public-lookup'
import { PUSHES_AT_ONCE, type Urgency } from './push.rules.ts'
import { pushAddress } from './push-address.ts'

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** Numbers of messages that services accepted, refused for ever (`gone`) and did not accept, since the start. */
export type PushCounts = Record<'sent' | 'gone' | 'failed', number>

export interface Push {
  publicKey: string
  /**
   * Sends a message, which services try to deliver for `lifeS` seconds. Returns 'gone' if the subscription has ended,
   * `Failed` if a retry may succeed. Never throws.
   */
  send(target: PushTarget, payload: string, delivery: Delivery): Promise<'sent' | 'gone' | Failed>
  /** Counts for the metrics of a server. */
  counts?: PushCounts
}

export interface Delivery {
  urgency: Urgency
  lifeS: number
}

export interface Failed {
  retryAfterMs: number | null
}

export interface PushKeys {
  publicKey: string
  privateKey: string
  subject: string
}

export interface PushBounds {
  /** Milliseconds from the call to the response's status, including DNS and the wait for a slot. */
  timeoutMs: number
  /** Maximum concurrency over all services. */
  maxAtOnce: number
}

// As many as are under way, so that none waits for a service that hangs.
const BOUNDS: PushBounds = { timeoutMs: 10_000, maxAtOnce: PUSHES_AT_ONCE.all }
const GONE = new Set([404, 410])

// `maxTotalSockets` would count idle connections too, so those to one service would keep messages to others waiting.
const publicAgent = () => new Agent({ keepAlive: true, maxFreeSockets: PUSHES_AT_ONCE.host, lookup: publicLookup() })

/** Returns encrypted push messaging. Targets that aren't known push services are gone, and never contacted. */
export function webPush(
  { publicKey, privateKey, subject }: PushKeys,
  { agent = publicAgent(), ...bounds }: { agent?: Agent } & Partial<PushBounds> = {},
): Push {
  const vapidDetails = { publicKey, privateKey, subject }
  const { timeoutMs, maxAtOnce } = { ...BOUNDS, ...bounds }
  const gate = createGate(maxAtOnce)
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, payload, { urgency, lifeS }) {
      const url = pushAddress(endpoint)
      if (url === null) return 'gone'
      try {
        const target = { endpoint: url.href, keys: { p256dh, auth } }
        const { headers, body } = webpush.generateRequestDetails(target, payload, { vapidDetails, urgency, TTL: lifeS })
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

function post(url: URL, { headers, body, agent, signal }: PushRequest) {
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent, signal }, (response) => {
      const { statusCode: status = 0, headers: told } = response
      resolve({ status, retryAfter: told['retry-after'] })
      // Draining an empty response keeps the connection for the next message.
      if (told['content-length'] === '0' || status === 204) response.resume()
      else response.destroy()
    })
    sent.on('error', reject).end(body)
  })
}

/** Returns the milliseconds of a header in seconds or with a date; null if it is invalid. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
