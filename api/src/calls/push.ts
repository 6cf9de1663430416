import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Done } from '../shapes.ts'

const PushKey = z.string().regex(/^[\w-]+$/)

export const pushCalls = {
  'GET /api/notifications/push': call({
    summary: 'Get whether this browser receives the user’s push notifications',
    access: 'user',
    rate: 'read',
    query: z.object({ endpoint: z.string().max(2_000) }),
    answer: z.object({ isOn: z.boolean() }),
  }),
  'POST /api/notifications/push': call({
    summary: 'Turn on push notifications for this browser until its session ends',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({
      endpoint: z.string().max(2_000),
      keys: z.object({ p256dh: PushKey.length(87), auth: PushKey.length(22) }),
      /** The browser's previous address. Replaced if the user owns it, ignored otherwise. */
      replaces: z.string().max(2_000).optional(),
    }),
    answer: Done,
    errors: ['PUSH_OFF', 'PUSH_SERVICE_UNKNOWN', 'PUSH_SUBSCRIPTION_NOT_FOUND'],
  }),
  'DELETE /api/notifications/push': call({
    summary: 'Turn off push notifications for this browser',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    query: z.object({ endpoint: z.string().max(2_000) }),
    answer: Done,
  }),
}
