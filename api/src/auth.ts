import { z } from 'zod'
import { call } from './call.ts'
import { Done, Moment, Username, WalletAddress, Whole } from './shapes.ts'

/** What a signature is asked for. A nonce made for one purpose is refused for any other. */
const NoncePurpose = z.enum(['sign-in', 'link'])

const SignedMessage = z.object({
  walletAddress: WalletAddress,
  /** The ERC-4361 text the wallet signed, to the letter. */
  message: z.string().min(1).max(2_000).optional(),
  /** Hexadecimal; 65 bytes for plain accounts, longer for contract wallets. */
  signature: z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'Not a signature')
    .max(20_000)
    .optional(),
  /** IANA name taken from the browser; decides where a new account's day begins. */
  timeZone: z.string().min(1).max(64).optional(),
})

export const CurrentUser = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  email: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  twitterUsername: z.string().nullable(),
  /** All Aura Points, those held in open battles included. */
  auraPoints: Whole,
  /** The part that is free to stake. */
  availableAuraPoints: Whole,
  /** Days of the live streak; 0 as soon as a day was missed. */
  currentStreak: Whole,
  /** Purchased plus earned. */
  steezeBalance: Whole,
  /** USDC received from vouches, in USDC (the name is historical). */
  totalUsdtEarned: z.number().min(0),
  totalVouchesReceived: Whole,
  isAdmin: z.boolean(),
  timeZone: z.string(),
  createdAt: Moment,
})
export type CurrentUser = z.output<typeof CurrentUser>

/** Both names of one call: older clients use one, the settings the other. */
const linkWallet = call({
  summary: 'Give my account a wallet',
  access: 'user',
  rate: 'auth',
  body: SignedMessage,
  answer: z.object({ message: z.string(), bonusAwarded: z.boolean() }),
  errors: [
    'SIGNATURE_REQUIRED',
    'SIGN_IN_MESSAGE_INVALID',
    'SIGNATURE_INVALID',
    'NONCE_INVALID',
    'CHAIN_UNAVAILABLE',
    'BETA_ACCESS_REQUIRED',
    'WALLET_TAKEN',
    'WALLET_BOUND',
  ],
})

export const authCalls = {
  'GET /api/auth/nonce': call({
    summary: 'A message to sign, once, within five minutes; one to link a wallet needs somebody signed in',
    access: 'public',
    rate: 'auth',
    query: z.object({ walletAddress: WalletAddress, purpose: NoncePurpose.default('sign-in') }),
    answer: z.object({ nonce: z.string(), message: z.string(), expiresAt: Moment }),
    errors: ['UNAUTHORIZED'],
  }),
  'POST /api/auth/wallet': call({
    summary: 'Sign in, or join, with a wallet',
    access: 'public',
    rate: 'auth',
    body: SignedMessage,
    answer: z.object({ message: z.string(), bonusAwarded: z.boolean() }),
    errors: [
      'SIGNATURE_REQUIRED',
      'SIGN_IN_MESSAGE_INVALID',
      'SIGNATURE_INVALID',
      'NONCE_INVALID',
      'CHAIN_UNAVAILABLE',
      'BETA_ACCESS_REQUIRED',
    ],
  }),
  'POST /api/auth/link-wallet': linkWallet,
  'POST /api/auth/bind-wallet': linkWallet,
  'GET /api/auth/user': call({
    summary: 'The signed-in person',
    access: 'user',
    rate: 'read',
    answer: CurrentUser,
  }),
  'POST /api/auth/logout': call({
    summary: 'End this session',
    access: 'public',
    rate: 'write',
    answer: Done,
  }),
  'POST /api/auth/update-profile': call({
    summary: 'Change my username',
    access: 'user',
    rate: 'write',
    body: z.object({ username: Username }),
    answer: z.object({ username: z.string() }),
    errors: ['USERNAME_TAKEN'],
  }),
  'GET /api/check-username': call({
    summary: 'Is a username free?',
    access: 'public',
    rate: 'read',
    query: z.object({ username: Username, excludeUserId: z.uuid().optional() }),
    answer: z.object({ available: z.boolean() }),
  }),
}
