import { z } from 'zod'
import { call } from '../contract/call.ts'
import { VOUCH_RULES } from '../rules/vouching.ts'
import {
  confirmationFields,
  Done,
  Id,
  Moment,
  OtherPerson,
  TransactionHash,
  TypedLine,
  UserParams,
  Whole,
} from '../shapes.ts'

const { wordsLength } = VOUCH_RULES

export const vouchingNotifications = ['vouch_received'] as const

export const vouchingReceipts = ['vouch_given', 'vouch_received'] as const

export const vouchingOnceShown = ['vouch_received'] as const

const Usdc = z.number().min(0)

export const vouchingUserFields = {
  /** USDC received from vouches (the name is historical). */
  totalUsdtEarned: Usdc,
  totalVouchesReceived: Whole,
}

const VouchStats = z.object({
  vouchesReceived: Whole,
  totalUsdcReceived: Usdc,
  vouchesGiven: Whole,
  totalUsdcGiven: Usdc,
})

export const vouchingProfileFields = { vouchStats: VouchStats }

export const vouchingLevelFields = {
  /** Multiplier of vouches given at this level, as a decimal string. */
  vouchingMultiplier: z.string(),
}

const VouchOfUser = z.object({
  transactionHash: z.string(),
  other: OtherPerson,
  usdc: Usdc,
  auraAwarded: Whole,
  vouchedAt: Moment,
  /** Plain text on one line: addresses in it are not links. Null if there is none or it is hidden from the viewer. */
  words: z.object({ id: z.uuid(), text: z.string() }).nullable(),
})
export type VouchOfUser = z.output<typeof VouchOfUser>

const WordsParams = z.object({ id: Id })

export const vouchingCalls = {
  'GET /api/vouch/contract-info': call({
    summary: 'Get the vouch contract’s address and ABI',
    access: 'user',
    rate: 'read',
    answer: z.object({
      contractAddress: z.string(),
      abi: z.array(z.unknown()),
      usdcAddress: z.string(),
      chainId: z.int(),
      /** USDC: minimum per vouch, maximum in total between two addresses. */
      minimumUsdc: Usdc,
      maximumUsdc: Usdc,
      /** AP per USDC before the multiplier. */
      auraPerUsdc: Whole,
    }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
  'GET /api/vouch/stats/:id': call({
    summary: 'Get a user’s vouch totals, received and given',
    access: 'user',
    rate: 'read',
    params: z.object({ id: Id }),
    answer: VouchStats,
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/users/:id/vouches': call({
    summary: 'List vouches a user received or gave, newest first, at most 50',
    access: 'user',
    rate: 'read',
    params: UserParams,
    query: z.object({ direction: z.enum(['received', 'given']).default('received') }),
    answer: z.array(VouchOfUser),
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/vouch/amount/:voucherId/:vouchedId': call({
    summary: 'Get what one user has vouched for another, and what remains',
    access: 'user',
    rate: 'read',
    params: z.object({ voucherId: Id, vouchedId: Id }),
    answer: z.object({
      totalVouchedAmount: Usdc,
      /** USDC: the smaller of what the accounts may still vouch, counted or not, and what the contract allows the wallets. */
      remainingAmount: Usdc,
      canVouchMore: z.boolean(),
      vouchCount: Whole,
      /** Whether the two accounts are related: then a vouch earns no AP. Only the voucher learns it. */
      isRelated: z.boolean(),
      /** USDC of the next vouch that earn no AP, since they only return what the other vouched, or give it again. */
      uncountedAmount: Usdc,
      /** AP this person can still earn from vouches in the current UTC day; at 0 vouching is not offered. */
      auraLeftToday: Whole,
      dayEndsAt: Moment,
      /** USDC the other vouched for the user within `TRUST_RULES.returnDays` that didn’t go back; a vouch back cancels it in Trust. */
      receivedLately: Usdc,
    }),
    errors: ['USER_NOT_FOUND', 'VOUCH_FOR_ONESELF', 'PERSON_BLOCKED', 'PERSON_UNAVAILABLE', 'CHAIN_UNAVAILABLE'],
  }),
  'POST /api/vouch/create': call({
    summary: 'Look up a vouch, and award it once confirmed',
    access: 'user',
    rate: 'write',
    idempotent: true,
    mayBePending: true,
    body: z.object({
      vouchedUserId: Id,
      /** Untrusted: the amount is read from the chain. */
      usdcAmount: z.number().positive().max(1_000_000),
      transactionHash: TransactionHash,
      chainId: z.int().min(1).optional(),
      /** A public line beside the vouch, stored once it is credited. Later vouches don't change it. */
      words: TypedLine(wordsLength, `Your words have at most ${wordsLength} characters`).optional(),
    }),
    answer: z.object({
      ...confirmationFields,
      auraAwarded: Whole.nullable(),
      /** AP lost to the receiver’s daily cap; null while confirming. */
      auraCapped: Whole.nullable(),
      /**
       * Why all or a part of it earns nothing: the accounts are related, or it is beyond the net of what the two vouched
       * for one another, or beyond their cap.
       */
      withoutAp: z.enum(['related', 'uncounted']).nullable(),
      /** A decimal such as 1.3; null while confirming, and for a vouch that earns nothing. */
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
  'DELETE /api/vouch/words/:id': call({
    summary: 'Remove the line one wrote beside a vouch, for good',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: WordsParams,
    answer: Done,
    errors: ['VOUCH_WORDS_NOT_FOUND', 'VOUCH_WORDS_OTHERS'],
  }),
}
