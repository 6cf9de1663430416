import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Moment } from '../shapes.ts'

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
  /** Time at which it stops signing, unless a key stops the removal. */
  leavesAt: Moment.nullable(),
})
export type AccountKey = z.output<typeof AccountKey>

export const accountsCalls = {
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
