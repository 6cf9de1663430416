import { z } from 'zod'
import { call } from '../call.ts'
import { Done } from '../shapes.ts'

/**
 * How a trip to X ended, as the address the browser comes back to says it (`?x=`). Coming back signed in needs no word.
 * `state`: not started in this browser; `expired` and `used`: too late, or a second time; `denied`: the person said no;
 * `code` and `token`: X took neither what it had handed out; `down`: no answer from X; `switched`: somebody else is
 * signed in by now; `taken`: that X account is another person's; `other`: this account has another X account already;
 * `restricted`: who is signed in is kept from taking part; `off`: not set up here; `busy`: too many attempts; `failed`: our
 * fault. Of a trip that confirms who somebody is: `confirmed`; `not-you`: with another X account than the one connected;
 * `recent`: that one was connected too short a while ago to replace a wallet by.
 */
export type XOutcome =
  | 'linked'
  | 'confirmed'
  | 'not-you'
  | 'recent'
  | 'state'
  | 'expired'
  | 'used'
  | 'denied'
  | 'code'
  | 'token'
  | 'down'
  | 'switched'
  | 'taken'
  | 'other'
  | 'restricted'
  | 'off'
  | 'busy'
  | 'failed'

/** What X takes: 280 of its own units, of which no letter has less than one. */
const TweetText = z
  .string()
  .max(1_000)
  .transform((text) => text.trim())
  .pipe(z.string().min(1, 'Write something to post').max(280, 'A post has at most 280 characters'))

export const xCalls = {
  'GET /api/social/x-status': call({
    summary: 'Whether my account is connected with X',
    access: 'user',
    rate: 'read',
    answer: z.object({ connected: z.boolean(), username: z.string().nullable() }),
  }),
  'POST /api/auth/disconnect-twitter': call({
    summary: 'Disconnect my account from X',
    access: 'user',
    rate: 'write',
    answer: Done,
    errors: ['LAST_SIGN_IN'],
  }),
  'POST /api/social/post-tweet': call({
    summary: 'Post on X in my name',
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
      'X_UNAVAILABLE',
      'REQUEST_OUTCOME_UNKNOWN',
    ],
  }),
}
