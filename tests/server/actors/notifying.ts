import { insertNotifications, type NewNotification } from '../../../server/src/features/notifications/index.ts'
import type { TestApp } from '../test-app.ts'
import type { Actor } from './actors.ts'

let told = 0

/** Returns a notification that nobody got yet. */
export const notice = (userId: string, more: Partial<NewNotification> = {}): NewNotification => ({
  ...{ userId, type: 'other', title: 'Hello', message: 'It happened.', relatedId: null, key: `told/${++told}` },
  ...more,
})

export const notify = ({ ctx }: Pick<TestApp, 'ctx'>, ...list: NewNotification[]) =>
  ctx.db.tx((tx) => insertNotifications(tx, ctx.clock, list))

/** Sends the actor a notification. */
export async function tell(actor: Actor, more: Partial<NewNotification> = {}): Promise<void> {
  await notify(actor, notice((await actor.me()).id, more))
}

/** A push service with a key, which sends nothing. */
export const SILENT_PUSH = { publicKey: 'B'.repeat(87), send: async () => 'sent' as const }

/** Returns the body that turns push notifications on in a browser, whose keys nobody has. */
export const pushTo = (endpoint: string) => ({ endpoint, keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) } })

export const turnOnPush = (actor: Actor, endpoint = 'https://fcm.googleapis.com/fcm/send/1') =>
  actor.call('POST /api/notifications/push', { body: pushTo(endpoint) })
