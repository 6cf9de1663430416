import type { Answer } from '@aura/api/calls'
import { NotificationChannel, OptionalNotification } from '@aura/api/calls/notifications'
import type { Context } from '#platform/context'
import { deleteMutes, findMuted, insertMutes } from './store.ts'

type Preferences = Answer<'GET /api/notifications/preferences'>

export async function notificationPreferences(ctx: Context, userId: string): Promise<Preferences> {
  const muted = await findMuted(ctx.db, userId)
  const isOn = (type: OptionalNotification, channel: NotificationChannel) =>
    !muted.some((mute) => mute.type === type && mute.channel === channel)
  return OptionalNotification.options.map((type) => ({
    type,
    bell: isOn(type, 'bell'),
    device: isOn(type, 'device'),
  }))
}

/** Sets a preference. Idempotent. Without a channel it changes both. */
export async function setNotificationPreference(
  ctx: Context,
  userId: string,
  { type, channel, isOn }: { type: OptionalNotification; channel?: NotificationChannel | undefined; isOn: boolean },
): Promise<Preferences> {
  const channels = channel === undefined ? NotificationChannel.options : [channel]
  await (isOn ? deleteMutes : insertMutes)(ctx.db, userId, type, channels)
  return notificationPreferences(ctx, userId)
}
