import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Moment, WalletAddress, Whole } from '../shapes.ts'

/** Questions for a second key that a person is asked once each, by the USDC that their wallet holds. */
export const accountsOnceShown = ['second_key', 'second_key_again'] as const

const AccountKey = z.object({
  /** The key's keccak256, which names it in the account's calls. */
  id: z.string(),
  /** Null for a passkey. */
  walletAddress: z.string().nullable(),
  /** The passkey in the account's list; null if Aura doesn't know it. */
  passkeyId: z.uuid().nullable(),
  name: z.string().nullable(),
  /** Null if the account isn't on the network yet. */
  addedAt: Moment.nullable(),
  /** Time at which it stops signing, unless one of the account's keys keeps it. */
  leavesAt: Moment.nullable(),
})
export type AccountKey = z.output<typeof AccountKey>

const AccountTransfer = z.object({
  id: z.string(),
  kind: z.enum(['received', 'sent', 'vouch-received', 'vouch-given', 'steeze-bought', 'steeze-redeemed']),
  usdcMicros: Whole,
  /** The address that sent or got it. */
  address: z.string(),
  /** The person on Aura whose wallet that was, or who vouched or was vouched for. */
  person: z.object({ id: z.uuid(), username: z.string() }).nullable(),
  transactionHash: z.string(),
  createdAt: Moment,
})
export type AccountTransfer = z.output<typeof AccountTransfer>

export const accountsCalls = {
  'GET /api/account/recipient': call({
    summary: 'Get whether there is a contract at an address that USDC is to go to',
    access: 'user',
    rate: 'chain',
    whileRestricted: true,
    query: z.object({ address: WalletAddress }),
    /** False for wallets, also those that delegate to a contract (EIP-7702), and for passkey accounts. */
    answer: z.object({ isContract: z.boolean() }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
  'GET /api/account/transfers': call({
    summary: 'List USDC that the caller’s passkey account sent and got, newest first, 25 per page',
    access: 'user',
    rate: 'chain',
    whileRestricted: true,
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional(),
    }),
    /**
     * Transfers from before the account was a wallet here are listed only if it was deployed by then. `next`: pass as
     * `before` for the next page; null on the last.
     */
    answer: z.object({ transfers: z.array(AccountTransfer), next: z.string().nullable() }),
    errors: ['WALLET_REQUIRED', 'CHAIN_UNAVAILABLE'],
  }),
  'GET /api/account/keys': call({
    summary: 'List the keys that sign for the caller’s passkey account, read from the network',
    access: 'user',
    rate: 'chain',
    whileRestricted: true,
    answer: z.object({
      /** Null if the wallet isn’t a passkey account. */
      account: z
        .object({
          walletAddress: z.string(),
          /** Before its first payment an account isn’t on the network, and has its first key only. */
          isDeployed: z.boolean(),
          keys: z.array(AccountKey),
          /** Passkeys that sign in and aren’t keys, with the key each would be. */
          candidates: z.array(z.object({ passkeyId: z.uuid(), name: z.string(), key: z.string() })),
        })
        .nullable(),
    }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
}
