import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Id, Username } from '../shapes.ts'

export const profileCalls = {
  'POST /api/auth/update-profile': call({
    summary: 'Change the username',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({ username: Username }),
    answer: z.object({ username: z.string() }),
    errors: ['USERNAME_TAKEN'],
  }),
  'GET /api/check-username': call({
    summary: 'Check whether a username is available',
    access: 'public',
    rate: 'read',
    query: z.object({ username: Username, excludeUserId: Id.optional() }),
    answer: z.object({ available: z.boolean() }),
  }),
}
