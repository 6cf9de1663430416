import { request } from '#lib/api'
import { errorCode, isUnauthorized } from '#lib/api-error'

/** The person said no, now or earlier; only their browser can change that. */
export class PushBlocked extends Error {
  override readonly name = 'PushBlocked'
}

const worker = () => navigator.serviceWorker.getRegistration()

/** Browsers that can't show notifications while they are closed, or have no service worker, are not asked. */
export const canPushHere = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this browser gets the person's notifications while it is closed. */
export async function isPushOnHere(): Promise<boolean> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return false
  return (await request('GET /api/notifications/push', { query: { endpoint: subscription.endpoint } })).isOn
}

/** Asks the person, and then the browser's push service. Throws PushBlocked, what the call throws, or the browser's fault. */
export async function turnPushOn(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlocked()
  const registration = await worker()
  if (!registration) throw new Error('there is no service worker')
  // One that was made for another key of this server takes nothing from it.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  await tellServer(await subscribe(registration, publicKey))
}

export async function turnPushOff(): Promise<void> {
  await forgetEndpoint()
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return
  await request('DELETE /api/notifications/push', { query: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

/**
 * Where this browser takes messages may have changed while nobody noticed, or the server's key has: then the server gets
 * the address there is now. Where it sends to nobody here any more, the browser stops listening, too.
 */
export async function renewPush(publicKey: string): Promise<void> {
  if (!canPushHere()) return
  const replaces = await knownEndpoint()
  const registration = await worker()
  if (replaces === undefined || !registration) return
  const there = await registration.pushManager.getSubscription()
  const isForUs = there !== null && isMadeFor(there, publicKey)
  if (isForUs && there.endpoint === replaces) return
  if (Notification.permission !== 'granted') {
    await forgetEndpoint()
    await request('DELETE /api/notifications/push', { query: { endpoint: replaces } })
    return
  }
  if (!isForUs) await there?.unsubscribe()
  const fresh = isForUs ? there : await subscribe(registration, publicKey)
  try {
    await tellServer(fresh, replaces)
  } catch (error) {
    if (errorCode(error) !== 'PUSH_SUBSCRIPTION_NOT_FOUND' && !isUnauthorized(error)) throw error
    await forgetEndpoint()
    await fresh.unsubscribe()
  }
}

const subscribe = (registration: ServiceWorkerRegistration, publicKey: string) =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })

async function tellServer(subscription: PushSubscription, replaces?: string): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
  await request('POST /api/notifications/push', { body: replaces === undefined ? body : { ...body, replaces } })
  await (await caches.open(PUSH)).put(ENDPOINT, new Response(endpoint))
}

/** A browser that does not say which key it was made for is believed. */
function isMadeFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  if (!key) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

/** The address the server has: where the service worker (`public/sw.js`) finds it, which has no other store. */
const PUSH = 'push'
const ENDPOINT = '/push/endpoint'

const knownEndpoint = async () => (await (await caches.open(PUSH)).match(ENDPOINT))?.text()
const forgetEndpoint = async () => (await caches.open(PUSH)).delete(ENDPOINT)
