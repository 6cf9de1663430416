import { z } from 'zod'
import { call } from '../contract/call.ts'

/**
 * Outcome of a sign-in with X, passed back as `?x=`; a successful sign-in has none. `state`: not started in this
 * browser; `expired`, `used`: too late, or reused; `denied`: the person declined; `code`, `token`: X refused its own
 * code or token; `down`: no response from X; `limited`: X refuses more requests for now; `profile`: X doesn't say who
 * the person is; `switched`: another account is signed in by now; `taken`: the X account belongs to another person;
 * `other`: this account has a different X account; `restricted`: the account is suspended or removed; `stale`: linking
 * needs a more recent sign-in; `off`: not set up; `busy`: rate limited; `failed`: our fault. When confirming an
 * identity: `confirmed`; `not-you`: another X account than the connected one; `recent`: connected too recently to
 * replace a wallet.
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
  | 'limited'
  | 'profile'
  | 'switched'
  | 'taken'
  | 'other'
  | 'restricted'
  | 'stale'
  | 'off'
  | 'busy'
  | 'failed'

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
