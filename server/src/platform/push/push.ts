import type { Agent } from 'node:https'
import webpush from 'web-push'

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

const TIMEOUT_MS = 10_000
/** A message that could not be delivered for a day is no news. */
const LIFE_S = 86_400
const GONE = new Set([404, 410])

/** Sends through the push service of each browser's maker, encrypted for that browser alone; by `agent`, where one is given. */
export function webPush({ publicKey, privateKey, subject }: PushKeys, agent?: Agent): Push {
  const vapidDetails = { publicKey, privateKey, subject }
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      try {
        const target = { endpoint, keys: { p256dh, auth } }
        await webpush.sendNotification(target, payload, {
          vapidDetails,
          TTL: LIFE_S,
          timeout: TIMEOUT_MS,
          ...(agent && { agent }),
        })
        return 'sent'
      } catch (error) {
        const { statusCode = 0, headers = {} } = error as { statusCode?: number; headers?: Record<string, string> }
        return GONE.has(statusCode) ? 'gone' : { retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) }
      }
    },
  }
}

/** What a `Retry-After` asks for: seconds, or a moment. Null where it says nothing that can be understood. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
