import { z } from 'zod'
import { call } from '../contract/call.ts'

/** X allows 280 weighted units; every character weighs at least one. */
const TweetText = z
  .string()
  .max(1_000)
  .transform((text) => text.trim())
  .pipe(z.string().min(1, 'Enter a text to post').max(280, 'A post has at most 280 characters'))

export const xCalls = {
  'GET /api/social/x-status': call({
    summary: 'Get whether X is connected',
    access: 'user',
    rate: 'read',
    answer: z.object({ connected: z.boolean(), username: z.string().nullable() }),
  }),
  'POST /api/social/post-tweet': call({
    summary: 'Post to X as the user',
    access: 'user',
    rate: 'write',
    idempotent: 'outside',
    body: z.object({ text: TweetText }),
    answer: z.object({ tweetId: z.string() }),
    errors: [
      'X_POSTING_OFF',
      'X_NOT_CONNECTED',
      'X_PERMISSION_MISSING',
      'X_REFUSED',
      'X_LIMITED',
      'X_UNAVAILABLE',
      'REQUEST_OUTCOME_UNKNOWN',
    ],
  }),
}
