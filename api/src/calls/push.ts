import { z } from 'zod'
import { call } from '../call.ts'
import { Done } from '../shapes.ts'

/** base64url. */
const PushKey = z.string().regex(/^[\w-]+$/)

export const pushCalls = {
  'GET /api/notifications/push': call({
    summary: 'Whether the browser with this address gets my notifications while it is closed',
    access: 'user',
    rate: 'read',
    query: z.object({ endpoint: z.string().max(2_000) }),
    answer: z.object({ isOn: z.boolean() }),
  }),
  'POST /api/notifications/push': call({
    summary: 'Send my notifications to this browser also while it is closed, until its session ends',
    access: 'user',
    rate: 'write',
    body: z.object({
      endpoint: z.string().max(2_000),
      keys: z.object({ p256dh: PushKey.length(87), auth: PushKey.length(22) }),
      /** The browser's previous address. Replaced if it is mine; otherwise nothing changes. */
      replaces: z.string().max(2_000).optional(),
    }),
    answer: Done,
    errors: ['PUSH_OFF', 'PUSH_SERVICE_UNKNOWN', 'PUSH_SUBSCRIPTION_NOT_FOUND'],
  }),
  'DELETE /api/notifications/push': call({
    summary: 'Send nothing more to the browser with this address',
    access: 'user',
    rate: 'write',
    query: z.object({ endpoint: z.string().max(2_000) }),
    answer: Done,
  }),
}
