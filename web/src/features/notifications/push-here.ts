import { request } from '#lib/api'

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
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = made.toJSON()
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
  await request('POST /api/notifications/push', { body })
}

export async function turnPushOff(): Promise<void> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return
  await request('DELETE /api/notifications/push', { query: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
