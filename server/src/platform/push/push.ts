import type { OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import webpush from 'web-push'
import { withDeadline } from '../outgoing/deadline.ts'
import { createGate } from '../outgoing/gate.ts'
import { publicLookup } from '../outgoing/public-lookup.ts'
import { pushAddress } from './push-address.ts'

/** Address and encryption keys of a browser's subscription. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** Sends push messages to browsers. */
export interface Push {
  /** Public VAPID key of this server. */
  publicKey: string
  /** Returns 'gone' when the subscription has ended, and `Failed` when a retry may succeed. Never throws. */
  send(target: PushTarget, payload: string): Promise<'sent' | 'gone' | Failed>
}

/** A rejected message, and how long its service asked us to wait, if it did. */
export interface Failed {
  retryAfterMs: number | null
}

/** VAPID keys of this server, and its contact address for push services. */
export interface PushKeys {
  publicKey: string
  privateKey: string
  subject: string
}

/** Limits of sending one message. */
export interface PushBounds {
  /** From the call to the status of the response, including the wait for a slot and DNS resolution. */
  timeoutMs: number
  /** Concurrent messages over all services. */
  maxAtOnce: number
}

const BOUNDS: PushBounds = { timeoutMs: 10_000, maxAtOnce: 20 }
/** A message older than a day is no longer relevant. */
const LIFE_S = 86_400
const GONE = new Set([404, 410])

/** Returns an agent that connects to public addresses only and reuses connections. */
const publicAgent = () => new Agent({ keepAlive: true, maxTotalSockets: BOUNDS.maxAtOnce, lookup: publicLookup() })

/**
 * Returns a sender that encrypts each message for one browser and posts it to its push service. Connections are made by
 * `agent`. A target that isn't a known push service is reported as gone and never contacted.
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

/** Returns the response's status as soon as it is known; the body is unused and not read. */
function post(url: URL, { headers, body, agent, signal }: PushRequest) {
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent, signal }, (response) => {
      const { statusCode: status = 0, headers: told } = response
      resolve({ status, retryAfter: told['retry-after'] })
      // Most responses are empty: draining them keeps the connection for the next message.
      if (told['content-length'] === '0' || status === 204) response.resume()
      else response.destroy()
    })
    sent.on('error', reject).end(body)
  })
}

/**
 * Returns the milliseconds a `Retry-After` header asks for, given in seconds or as a date. Null where it is invalid.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
