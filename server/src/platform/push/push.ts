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
  /** 'gone': that browser takes none any more; 'failed': it may later. Never throws. */
  send(target: PushTarget, payload: string): Promise<'sent' | 'gone' | 'failed'>
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

/** Sends through the push service of each browser's maker, encrypted for that browser alone. */
export function webPush({ publicKey, privateKey, subject }: PushKeys): Push {
  const vapidDetails = { publicKey, privateKey, subject }
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      try {
        const target = { endpoint, keys: { p256dh, auth } }
        await webpush.sendNotification(target, payload, { vapidDetails, TTL: LIFE_S, timeout: TIMEOUT_MS })
        return 'sent'
      } catch (error) {
        return GONE.has((error as { statusCode?: number }).statusCode ?? 0) ? 'gone' : 'failed'
      }
    },
  }
}
