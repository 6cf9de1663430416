import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Proof } from '../proof.ts'
import { Done, Moment, Whole } from '../shapes.ts'
import { SIGNING_ERRORS } from './auth/passkeys.ts'

export const Session = z.object({
  /** Public id of the session; it can't be used to sign in. */
  id: z.string(),
  /** Parsed from the user agent; null if not recognised. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  isPhone: z.boolean(),
  createdAt: Moment,
  /** Updated at most once an hour. */
  lastUsedAt: Moment,
  /** The session ends then, however much it is used. */
  endsAt: Moment,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

const OpenBattle = z.object({ id: z.uuid(), title: z.string().nullable(), status: z.string() })

const Unfinished = z.object({
  battles: z.array(OpenBattle),
  gifts: z.array(z.object({ battleId: z.uuid(), title: z.string().nullable(), amount: Whole })),
  redemptions: z.array(z.object({ id: z.uuid(), amount: Whole })),
})
export type Unfinished = z.output<typeof Unfinished>

export const settingsCalls = {
  'GET /api/privacy': call({
    summary: 'List what Aura stores for an account and who can see it, a sentence for each kind',
    access: 'public',
    rate: 'read',
    answer: z.array(z.string()),
  }),
  'GET /api/user/export': call({
    summary: 'Download all personal data as one file',
    access: 'user',
    whileRestricted: true,
    rate: 'auth',
    heavy: true,
    answer: z.object({
      exportedAt: Moment,
      userId: z.uuid(),
      data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
  }),
  'GET /api/user/deletion': call({
    summary: 'Get what blocks deleting the account and what it would forfeit',
    access: 'user',
    rate: 'read',
    answer: z.object({
      unfinished: Unfinished,
      /** Reason why redemptions are frozen, which blocks deletion. */
      frozen: z.string().nullable(),
      /** Open challenges. Deletion withdraws the sent ones and rejects the received ones. */
      pending: z.object({ sent: Whole, received: Whole }),
      forfeited: z.object({
        auraPoints: Whole,
        purchasedSteeze: Whole,
        earnedSteeze: Whole,
        /** USDC value of the redeemable Steeze. */
        usdc: z.number().min(0),
      }),
    }),
  }),
  'POST /api/user/delete': call({
    summary: 'Delete my account, for good',
    access: 'user',
    rate: 'auth',
    withoutKey: 'leaves nobody whose answer could be kept',
    body: z.object({
      confirmation: z.string().max(200),
      /** By the wallet, or by a passkey. An account without either confirms with X first. */
      proof: Proof.optional(),
    }),
    answer: Done,
    errors: [
      'DELETION_NOT_CONFIRMED',
      'ACCOUNT_IN_USE',
      'REDEMPTION_FROZEN',
      'FRESH_SIGN_IN_REQUIRED',
      'SIGN_IN_MESSAGE_INVALID',
      'SIGNATURE_INVALID',
      'CHAIN_UNAVAILABLE',
      ...SIGNING_ERRORS,
    ],
  }),
  'GET /api/user/sessions': call({
    summary: 'List sessions: this one first, then by last use',
    access: 'user',
    whileRestricted: true,
    rate: 'read',
    answer: z.array(Session),
  }),
  'POST /api/user/sessions/:id/end': call({
    summary: 'End one session',
    access: 'user',
    whileRestricted: true,
    rate: 'write',
    withoutKey: 'moves no value',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/, 'Not a session') }),
    answer: Done,
    errors: ['SESSION_NOT_FOUND'],
  }),
  'POST /api/user/sessions/end-others': call({
    summary: 'End all other sessions',
    access: 'user',
    whileRestricted: true,
    rate: 'write',
    withoutKey: 'moves no value',
    answer: z.object({ ended: Whole }),
  }),
}
