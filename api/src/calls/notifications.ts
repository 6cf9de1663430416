import { z } from 'zod'
import { call } from '../contract/call.ts'
import { notificationTypes } from '../parts.ts'
import { Done, Id, Moment, Whole } from '../shapes.ts'
import { authNotifications } from './auth.ts'
import { relatedNotifications } from './related-accounts.ts'

/** The type decides icon and link. Types are stored, so they are never renamed. */
export const NotificationType = z.enum([...notificationTypes, ...authNotifications, 'other'])
export type NotificationType = z.output<typeof NotificationType>

export const Notification = z.object({
  id: z.uuid(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: Moment,
  relatedId: z.string().nullable(),
  path: z.string(),
  /** Whether the owner neither follows its actor nor received anything from them; false for their own battles. */
  fromStranger: z.boolean(),
  actor: z
    .object({
      id: z.uuid(),
      username: z.string(),
      profileImageUrl: z.string().nullable(),
      currentStreak: Whole,
    })
    .nullable(),
})
export type Notification = z.output<typeof Notification>

/** Types people can mute: all but security and moderation notices. */
export const OptionalNotification = NotificationType.exclude([...authNotifications, ...relatedNotifications, 'other'])
export type OptionalNotification = z.output<typeof OptionalNotification>

/** `bell`: the list in the app. `device`: push notifications while the app is closed. */
export const NotificationChannel = z.enum(['bell', 'device'])
export type NotificationChannel = z.output<typeof NotificationChannel>

const Preferences = z.array(z.object({ type: OptionalNotification, bell: z.boolean(), device: z.boolean() }))

export const notificationsCalls = {
  'GET /api/notifications/preferences': call({
    summary: 'Get the notification preferences',
    access: 'user',
    rate: 'read',
    answer: Preferences,
  }),
  'POST /api/notifications/preferences': call({
    summary: 'Turn a kind of notification on or off, in one channel or in both',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    /** Without `channel`, both are set. */
    body: z.object({ type: OptionalNotification, channel: NotificationChannel.optional(), isOn: z.boolean() }),
    answer: Preferences,
  }),
  'GET /api/notifications': call({
    summary: 'List security notices, the newest 100 other notifications, and the newest 100 from strangers',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.array(Notification),
  }),
  'POST /api/notifications/:id/read': call({
    summary: 'Mark a notification as read',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    whileRestricted: true,
    params: z.object({ id: Id }),
    answer: Done,
    errors: ['NOTIFICATION_NOT_FOUND'],
  }),
  'POST /api/notifications/read-all': call({
    summary: 'Mark all notifications as read',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    whileRestricted: true,
    answer: Done,
  }),
}
