import { z } from 'zod'
import { call } from '../call.ts'
import { confirmationFields, Id, Moment, TransactionHash, Whole } from '../shapes.ts'

export const vouchingNotifications = ['vouch_received'] as const

const Usdc = z.number().min(0)

export const vouchingCalls = {
  'GET /api/vouch/contract-info': call({
    summary: 'Where and how to vouch on chain',
    access: 'user',
    rate: 'read',
    answer: z.object({
      contractAddress: z.string(),
      abi: z.array(z.unknown()),
      usdcAddress: z.string(),
      chainId: z.int(),
      /** USDC, for one vouch and for two addresses in total. */
      minimumUsdc: Usdc,
      maximumUsdc: Usdc,
      /** AP for a vouched USDC before the multiplier. */
      auraPerUsdc: Whole,
    }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
  'GET /api/vouch/stats/:id': call({
    summary: 'What somebody received and gave in vouches',
    access: 'user',
    rate: 'read',
    params: z.object({ id: Id }),
    answer: z.object({
      vouchesReceived: Whole,
      totalUsdcReceived: Usdc,
      vouchesGiven: Whole,
      totalUsdcGiven: Usdc,
    }),
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/vouch/amount/:voucherId/:vouchedId': call({
    summary: 'What one person has vouched for another, and may still',
    access: 'user',
    rate: 'read',
    params: z.object({ voucherId: Id, vouchedId: Id }),
    answer: z.object({
      totalVouchedAmount: Usdc,
      /** USDC: the smaller of what still earns AP for the two accounts and what the contract allows the two wallets. */
      remainingAmount: Usdc,
      canVouchMore: z.boolean(),
      vouchCount: Whole,
      /** AP that vouches, whoever's, can still award this person in the present UTC day; at 0 vouching is not offered. */
      auraLeftToday: Whole,
      /** When that day ends. */
      dayEndsAt: Moment,
    }),
    errors: ['USER_NOT_FOUND', 'VOUCH_FOR_ONESELF', 'CHAIN_UNAVAILABLE'],
  }),
  'POST /api/vouch/create': call({
    summary: 'Look up a vouch I made, and credit it once it is deep enough',
    access: 'user',
    rate: 'write',
    idempotent: true,
    mayBePending: true,
    body: z.object({
      vouchedUserId: Id,
      /** Told by the page and trusted by nothing: the amount is read from the chain. */
      usdcAmount: z.number().positive().max(1_000_000),
      transactionHash: TransactionHash,
      chainId: z.int().min(1).optional(),
    }),
    answer: z.object({
      ...confirmationFields,
      /** Null while it is confirming. */
      auraAwarded: Whole.nullable(),
      /** AP beyond that which the day's cap for this person took; null while it is confirming. */
      auraCapped: Whole.nullable(),
      /** A decimal, such as 1.3; null while it is confirming, and where the vouch counts for nobody. */
      multiplier: z.string().nullable(),
    }),
    errors: [
      'VOUCH_FOR_ONESELF',
      'USER_NOT_FOUND',
      'VOUCH_OF_ANOTHER_TARGET',
      'BETA_ACCESS_REQUIRED',
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_FAILED',
      'TRANSACTION_NOT_OURS',
      'TRANSACTION_OF_ANOTHER',
      'WRONG_CHAIN',
      'CHAIN_UNAVAILABLE',
    ],
  }),
}
