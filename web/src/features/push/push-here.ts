import { request } from '#lib/api'
import { errorCode, isUnauthorized } from '#lib/api-error'

/** Permission was denied; only browser settings can change that. */
export class PushBlocked extends Error {
  override readonly name = 'PushBlocked'
}

const worker = () => navigator.serviceWorker.getRegistration()

/** Returns false without support for push or service workers. */
export const canPushHere = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function isPushOnHere(): Promise<boolean> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return false
  return (await request('GET /api/notifications/push', { query: { endpoint: subscription.endpoint } })).isOn
}

/** Asks for permission, then subscribes. Throws PushBlocked, the call's error or the browser's. */
export async function turnPushOn(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlocked()
  const registration = await worker()
  if (!registration) throw new Error('there is no service worker')
  const began = await sessionBegan()
  // A subscription made with an older server key can't be reused.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  await tellServer(await subscribe(registration, publicKey))
  await (await caches.open(PUSH)).put(SESSION, new Response(began))
}

export async function turnPushOff(): Promise<void> {
  await forgetEndpoint()
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return
  await request('DELETE /api/notifications/push', { query: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

/** Re-registers if endpoint or key changed. Unsubscribes the browser if the session that turned it on is over. */
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
    const isUnknown = errorCode(error) === 'PUSH_SUBSCRIPTION_NOT_FOUND'
    if (!isUnknown && !isUnauthorized(error)) throw error
    // The server forgets an endpoint as soon as its push service reports it gone.
    if (isUnknown && (await isSessionOfEndpoint())) return tellServer(fresh)
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

/** Browsers that don't expose the key are assumed to match. */
function isMadeFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  if (!key) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

/** Cache in which the service worker (`public/sw.js`) finds the registered endpoint; it has no other storage. */
const PUSH = 'push'
const ENDPOINT = '/push/endpoint'
/** Stores the start of the session that registered it. */
const SESSION = '/push/session'

const knownEndpoint = async () => (await (await caches.open(PUSH)).match(ENDPOINT))?.text()

/** Returns the start of the current session, which identifies it: its id changes with its token. */
async function sessionBegan(): Promise<string> {
  const sessions = await request('GET /api/user/sessions')
  return sessions.find(({ isCurrent }) => isCurrent)?.createdAt ?? ''
}

async function isSessionOfEndpoint(): Promise<boolean> {
  const kept = await (await (await caches.open(PUSH)).match(SESSION))?.text()
  return kept !== undefined && kept === (await sessionBegan())
}

const forgetEndpoint = async () => (await caches.open(PUSH)).delete(ENDPOINT)
