import { z } from 'zod'
import { call } from '../contract/call.ts'
import { featureOnceShown, userFields } from '../parts.ts'
import { Proof, WalletSignature } from '../proof.ts'
import { Done, Id, Moment, WalletAddress, Whole } from '../shapes.ts'
import { passkeysCalls, SIGNING_ERRORS } from './auth/passkeys.ts'
import { LinkedAccount, ProviderKey } from './providers.ts'

/** Notifications of changes to how the person signs in, is paid or is notified. */
export const authNotifications = ['security'] as const

/** A nonce made for one purpose is refused for any other. */
const NoncePurpose = z.enum([
  'sign-in',
  'link',
  'replace',
  'sign-in-again',
  'delete-account',
  'disconnect',
  'remove-passkey',
])

const SignedMessage = z.object({
  walletAddress: WalletAddress,
  message: z.string().min(1).max(2_000).optional(),
  signature: WalletSignature.optional(),
  /** IANA name from the browser; decides where a new account's day begins. Unknown names are read as UTC. */
  timeZone: z.string().max(64).optional(),
  /** The invite admits the wallet and is used up by a new account. */
  inviteId: Id.optional(),
})

const LinkWallet = z.object({
  ...SignedMessage.omit({ timeZone: true }).shape,
  /** A signature by the current wallet replaces it at once. Otherwise a linked account must confirm, and the new one waits 7 days. */
  replacing: Proof.optional(),
})

const WalletReplacement = z.object({
  walletAddress: z.string(),
  requestedAt: Moment,
  takesEffectAt: Moment,
})

const WalletLinked = z.object({
  message: z.string(),
  bonusAwarded: z.boolean(),
  bonusAp: z.int().min(0),
  /** Set when the account's current wallet did not sign: it stays until then. */
  replacement: WalletReplacement.nullable(),
})

const LINK_ERRORS = [
  'SIGNATURE_REQUIRED',
  'SIGN_IN_MESSAGE_INVALID',
  'SIGNATURE_INVALID',
  'NONCE_INVALID',
  'CHAIN_UNAVAILABLE',
  'BETA_ACCESS_REQUIRED',
  'INVITE_NOT_FOUND',
  'INVITE_NOT_OPEN',
  'WALLET_TAKEN',
  'WALLET_IN_REDEMPTION',
  'FRESH_SIGN_IN_REQUIRED',
  'OLD_WALLET_REQUIRED',
  ...SIGNING_ERRORS,
] as const

const DISCONNECT_ERRORS = [
  'LAST_SIGN_IN',
  'FRESH_SIGN_IN_REQUIRED',
  'SIGN_IN_MESSAGE_INVALID',
  'SIGNATURE_INVALID',
  'CHAIN_UNAVAILABLE',
  ...SIGNING_ERRORS,
] as const

/** Of the wallet or of a passkey. Required once the account has been linked for seven days. */
const proofToDisconnect = Proof.optional()

/** Stored, so never renamed. `sign_in`: the welcome. */
export const OnceShown = z.enum(['sign_in', ...featureOnceShown])
export type OnceShown = z.output<typeof OnceShown>

export const CurrentUser = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  email: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  /**
   * The account contract of a passkey: `bound` if it is the wallet, `ready` if it could be, `waiting` until its address has
   * access to the beta. Null if there is none, or another wallet is bound.
   */
  passkeyWallet: z
    .object({ walletAddress: z.string(), passkeyId: z.uuid(), status: z.enum(['bound', 'ready', 'waiting']) })
    .nullable(),
  twitterUsername: z.string().nullable(),
  /** Linked first comes first. */
  linkedAccounts: z.array(LinkedAccount),
  /** All Aura Points, including those held in open battles. */
  auraPoints: Whole,
  availableAuraPoints: Whole,
  /** Length in days; 0 as soon as a day is missed. */
  currentStreak: Whole,
  /** Purchased and earned Steeze together. */
  steezeBalance: Whole,
  battleEarnedSteeze: Whole,
  ...userFields,
  isAdmin: z.boolean(),
  /** Set for suspended or removed users, who can only redeem and export. `reason` and `since` describe a suspension. */
  restriction: z
    .object({ kind: z.enum(['suspended', 'removed']), reason: z.string().nullable(), since: Moment.nullable() })
    .nullable(),
  timeZone: z.string(),
  createdAt: Moment,
  walletBonusAp: Whole,
  /** Firsts that have been shown on any device. */
  seenFirsts: z.array(OnceShown),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const authCalls = {
  ...passkeysCalls,
  'GET /api/auth/nonce': call({
    summary: 'Get a message to sign once, within five minutes',
    access: 'viewer',
    rate: 'auth',
    whileRestricted: true,
    query: z.object({
      walletAddress: WalletAddress,
      /**
       * `link`: a wallet joins the account. `replace`: the wallet agrees to be replaced. `sign-in-again`,
       * `delete-account`, `disconnect` and `remove-passkey`: the wallet confirms the person's identity; `disconnect` for
       * one `provider`.
       */
      purpose: NoncePurpose.default('sign-in'),
      replacedBy: WalletAddress.optional(),
      provider: ProviderKey.optional(),
    }),
    answer: z.object({ nonce: z.string(), message: z.string(), expiresAt: Moment }),
    errors: ['UNAUTHORIZED', 'FRESH_SIGN_IN_REQUIRED'],
  }),
  'POST /api/auth/link-wallet': call({
    summary: 'Link a wallet to the account, or replace its wallet',
    access: 'user',
    rate: 'auth',
    idempotent: true,
    body: LinkWallet,
    answer: WalletLinked,
    errors: LINK_ERRORS,
  }),
  'POST /api/auth/bind-wallet': call({
    summary: 'Same as link-wallet',
    access: 'user',
    rate: 'auth',
    idempotent: true,
    body: LinkWallet,
    answer: WalletLinked,
    errors: LINK_ERRORS,
  }),
  'GET /api/auth/wallet-replacement': call({
    summary: 'Get the pending wallet replacement',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({ replacement: WalletReplacement.nullable() }),
  }),
  'POST /api/auth/wallet-replacement/cancel': call({
    summary: 'Cancel the pending wallet replacement',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    whileRestricted: true,
    answer: Done,
  }),
  'POST /api/auth/wallet': call({
    summary: 'Sign in, or join, with a wallet',
    access: 'public',
    rate: 'auth',
    withoutKey: 'has nobody yet whose key it could be, and a message that is good once',
    body: SignedMessage,
    answer: z.object({ message: z.string(), bonusAwarded: z.boolean() }),
    errors: [
      'SIGNATURE_REQUIRED',
      'SIGN_IN_MESSAGE_INVALID',
      'SIGNATURE_INVALID',
      'NONCE_INVALID',
      'CHAIN_UNAVAILABLE',
      'BETA_ACCESS_REQUIRED',
      'INVITE_NOT_FOUND',
      'INVITE_NOT_OPEN',
    ],
  }),
  'POST /api/auth/sign-in-again': call({
    summary:
      'Sign in again in this session with the account’s wallet or a passkey, so that the sign-in counts as recent',
    access: 'user',
    rate: 'auth',
    withoutKey: 'moves no value',
    body: Proof,
    answer: Done,
    errors: [
      'SIGN_IN_MESSAGE_INVALID',
      'SIGNATURE_INVALID',
      'CHAIN_UNAVAILABLE',
      'FRESH_SIGN_IN_REQUIRED',
      ...SIGNING_ERRORS,
    ],
  }),
  'GET /api/auth/user': call({
    summary: 'Get the signed-in user',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: CurrentUser,
  }),
  'POST /api/auth/seen-first': call({
    summary: 'Remember that a first has been shown',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({ first: OnceShown }),
    /** `isNew` is true for one of several tabs only, which then shows the first. */
    answer: z.object({ isNew: z.boolean() }),
  }),
  'POST /api/auth/logout': call({
    summary: 'End the session',
    access: 'public',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: Done,
  }),
  'POST /api/auth/disconnect-twitter': call({
    summary: 'Disconnect X',
    access: 'user',
    rate: 'auth',
    withoutKey: 'moves no value',
    body: z.object({ proof: proofToDisconnect }),
    answer: Done,
    errors: DISCONNECT_ERRORS,
  }),
  'POST /api/auth/disconnect': call({
    summary: 'Disconnect a linked account of any provider',
    access: 'user',
    rate: 'auth',
    withoutKey: 'moves no value',
    body: z.object({ provider: ProviderKey, proof: proofToDisconnect }),
    answer: Done,
    errors: DISCONNECT_ERRORS,
  }),
}
