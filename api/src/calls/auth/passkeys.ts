import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { NewPasskey, PasskeySignature, Proof } from '../../proof.ts'
import { PASSKEY_RULES } from '../../rules/auth.ts'
import { Done, Id, Moment, TypedLine, Username, WalletAddress } from '../../shapes.ts'
import { ProviderKey } from '../providers.ts'

const Credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** `PublicKeyCredentialCreationOptionsJSON`, as far as it is used. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.output<typeof CreationOptions>

/** `PublicKeyCredentialRequestOptionsJSON`, as far as it is used. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
})
export type RequestOptions = z.output<typeof RequestOptions>

/** A challenge made for one purpose is refused for any other. */
const SigningPurpose = z.enum(['sign-in', 'sign-in-again', 'delete-account', 'disconnect', 'remove-passkey', 'replace'])

const Name = TypedLine(PASSKEY_RULES.maxName, 'This name is too long').pipe(z.string().min(1, 'Enter a name'))

const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment.nullable(),
  /** Whether its provider keeps a copy, so that it outlives the device. */
  isBackedUp: z.boolean(),
  /** Whether it signs for the account's wallet. */
  isWallet: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

/** A passkey that signs for an account contract. */
const WalletKey = z.object({
  /** The passkey's id in the list of passkeys. */
  passkeyId: z.uuid(),
  credentialId: z.string(),
  transports: z.array(z.string()),
  /** The key as the account contract knows it: verifier, x and y, 84 bytes in hexadecimal. */
  key: z.string(),
})

const CREATION_ERRORS = ['NONCE_INVALID', 'PASSKEY_INVALID', 'PASSKEY_UNVERIFIED', 'PASSKEY_TAKEN'] as const
export const SIGNING_ERRORS = [
  'NONCE_INVALID',
  'PASSKEY_UNKNOWN',
  'PASSKEY_INVALID',
  'PASSKEY_UNVERIFIED',
  'PASSKEY_COPIED',
] as const
const INVITE_ERRORS = ['BETA_ACCESS_REQUIRED', 'INVITE_NOT_FOUND', 'INVITE_NOT_OPEN', 'WALLET_TAKEN'] as const

const Joined = z.object({ message: z.string(), bonusAwarded: z.boolean() })

export const passkeysCalls = {
  'GET /api/auth/passkey/creation': call({
    summary: 'Get options for one new passkey: to join, or for the signed-in account',
    access: 'viewer',
    rate: 'auth',
    query: z.object({
      purpose: z.enum(['join', 'add']),
      /** The name that somebody who joins wants; without it they get one, which they can change. */
      username: Username.optional(),
    }),
    answer: CreationOptions,
    errors: ['PASSKEYS_UNAVAILABLE', 'PASSKEYS_USED_UP', 'USERNAME_TAKEN', 'UNAUTHORIZED', 'FRESH_SIGN_IN_REQUIRED'],
  }),
  'GET /api/auth/passkey/challenge': call({
    summary: 'Get a challenge that a passkey may sign once, within five minutes',
    access: 'viewer',
    rate: 'auth',
    whileRestricted: true,
    query: z.object({
      purpose: SigningPurpose.default('sign-in'),
      /** `replace`: the wallet that takes the place of the passkey’s. */
      replacedBy: WalletAddress.optional(),
      /** `disconnect`: the provider whose account goes. */
      provider: ProviderKey.optional(),
    }),
    answer: RequestOptions,
    errors: ['PASSKEYS_UNAVAILABLE', 'UNAUTHORIZED'],
  }),
  'POST /api/auth/passkey/join': call({
    summary: 'Join with a new passkey, which signs in and owns a wallet',
    access: 'public',
    rate: 'auth',
    withoutKey: 'has nobody yet whose key it could be, and a challenge that is good once',
    body: z.object({
      passkey: NewPasskey,
      /** IANA name from the browser; decides where the account's day begins. Unknown names are read as UTC. */
      timeZone: z.string().max(64).optional(),
      inviteId: Id.optional(),
    }),
    answer: Joined,
    errors: [...CREATION_ERRORS, ...INVITE_ERRORS],
  }),
  'POST /api/auth/passkey/sign-in': call({
    summary: 'Sign in with a passkey',
    access: 'public',
    rate: 'auth',
    withoutKey: 'has nobody yet whose key it could be, and a challenge that is good once',
    body: z.object({ passkey: PasskeySignature }),
    answer: Joined,
    errors: SIGNING_ERRORS,
  }),
  'GET /api/passkeys': call({
    summary: 'List the account’s passkeys, newest first, and those that sign for its wallet',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({
      passkeys: z.array(Passkey),
      /**
       * The wallet's account contract and its keys here; null without such a wallet. `accountKey`, its first key, makes the
       * account; null once that key was removed here, when the account is long there.
       */
      wallet: z
        .object({ walletAddress: z.string(), accountKey: z.string().nullable(), keys: z.array(WalletKey) })
        .nullable(),
    }),
  }),
  'POST /api/passkeys': call({
    summary: 'Add a passkey that signs in to the account',
    access: 'user',
    rate: 'auth',
    withoutKey: 'has a challenge that is good once',
    body: z.object({ passkey: NewPasskey }),
    answer: Passkey,
    errors: [...CREATION_ERRORS, 'PASSKEYS_USED_UP', 'FRESH_SIGN_IN_REQUIRED'],
  }),
  'POST /api/passkeys/:id/rename': call({
    summary: 'Rename a passkey',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: z.object({ id: Id }),
    body: z.object({ name: Name }),
    answer: Done,
    errors: ['PASSKEY_NOT_FOUND'],
  }),
  'POST /api/passkeys/:id/remove': call({
    summary: 'Remove a passkey; it no longer signs in, and the other sessions end',
    access: 'user',
    rate: 'auth',
    withoutKey: 'moves no value',
    params: z.object({ id: Id }),
    body: z.object({
      /** By the wallet, or by a passkey. An account without either confirms with X first. */
      proof: Proof.optional(),
    }),
    answer: Done,
    errors: [
      'PASSKEY_NOT_FOUND',
      'PASSKEY_IS_WALLET',
      'LAST_SIGN_IN',
      'FRESH_SIGN_IN_REQUIRED',
      'SIGN_IN_MESSAGE_INVALID',
      'SIGNATURE_INVALID',
      'CHAIN_UNAVAILABLE',
      ...SIGNING_ERRORS,
    ],
  }),
  'POST /api/passkeys/:id/wallet': call({
    summary: 'Make the passkey’s account contract the wallet of an account that has none',
    access: 'user',
    rate: 'auth',
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ inviteId: Id.optional() }),
    answer: z.object({ walletAddress: z.string(), bonusAwarded: z.boolean(), bonusAp: z.int().min(0) }),
    errors: ['PASSKEY_NOT_FOUND', 'PASSKEYS_UNAVAILABLE', 'WALLET_BOUND', ...INVITE_ERRORS],
  }),
}
