import type { Answer } from '@aura/api/calls'
import { OptionalNotification } from '@aura/api/calls/notifications'
import type { Context } from '#platform/context'
import { deleteMute, findMuted, insertMute } from './store.ts'

type Preferences = Answer<'GET /api/notifications/preferences'>

export async function notificationPreferences(ctx: Context, userId: string): Promise<Preferences> {
  const muted = await findMuted(ctx.db, userId)
  return OptionalNotification.options.map((type) => ({ type, isOn: !muted.includes(type) }))
}

export async function setNotificationPreference(
  ctx: Context,
  userId: string,
  { type, isOn }: { type: OptionalNotification; isOn: boolean },
): Promise<Preferences> {
  await (isOn ? deleteMute(ctx.db, userId, type) : insertMute(ctx.db, userId, type))
  return notificationPreferences(ctx, userId)
}
