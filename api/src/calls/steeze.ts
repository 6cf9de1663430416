import { z } from 'zod'
import { call } from '../contract/call.ts'
import { STEEZE_RULES } from '../rules/steeze.ts'
import { confirmationFields, Done, Id, Moment, TransactionHash, TypedText, WalletAddress, Whole } from '../shapes.ts'

export const steezeNotifications = ['steeze_update'] as const

export const steezeReceipts = ['purchase', 'redeem'] as const

/** Amounts are read from the chain, never from the client. */
const SentTransaction = z.object({
  transactionHash: TransactionHash,
  /** The wallet's chain, if known, to refuse the wrong network with a clear error. */
  chainId: z.int().min(1).optional(),
})

const Confirmed = z.object({
  ...confirmationFields,
  message: z.string(),
  /** Steeze bought or redeemed; null until known. */
  amount: Whole.nullable(),
})

const TRANSACTION_ERRORS = [
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_FAILED',
  'TRANSACTION_NOT_OURS',
  'TRANSACTION_OF_ANOTHER',
  'WRONG_CHAIN',
  'CHAIN_UNAVAILABLE',
] as const

/** Arguments of `withdrawSteeze(amount, limit, deadline, signature)`. */
const SignedWithdrawal = z.object({
  holdId: z.uuid(),
  amount: Whole,
  usdcAmount: z.number().min(0),
  /** Maximum total Steeze of all the wallet's withdrawals. */
  limit: Whole,
  /** Unix time of its expiry, in seconds. */
  deadline: Whole,
  signature: z.string(),
  walletAddress: z.string(),
  contractAddress: z.string(),
  chainId: z.int(),
})

const WaitingRedemption = SignedWithdrawal.pick({ holdId: true, amount: true, usdcAmount: true }).extend({
  signature: z.null(),
  review: z.object({ reason: z.string(), until: Moment }),
})

const ReviewStatus = z.enum(['waiting', 'approved', 'rejected', 'cancelled', 'unanswered', 'unused', 'signed'])
export type ReviewStatus = z.output<typeof ReviewStatus>

/** The newest redemption that waited for an admin, unless it was signed. */
export const RedemptionReview = z.object({
  holdId: z.uuid(),
  amount: Whole,
  usdcAmount: z.number().min(0),
  status: ReviewStatus.exclude(['signed']),
  reason: z.string(),
  openedAt: Moment,
  /** Deadline of the admin's decision while waiting, or of the withdrawal once approved. Null once it is over. */
  until: Moment.nullable(),
  /** The admin's answer to the request, before any appeal. */
  answer: z.string().nullable(),
  appeal: z.object({ text: z.string(), at: Moment, answer: z.string().nullable() }).nullable(),
  mayAppeal: z.boolean(),
})
export type RedemptionReview = z.output<typeof RedemptionReview>

const AppealText = TypedText(
  STEEZE_RULES.appealLength,
  `An appeal has at most ${STEEZE_RULES.appealLength} characters`,
).pipe(z.string().min(3, 'Write what the admins should know.'))

const SIGNING_ERRORS = ['REDEEM_UNAVAILABLE', 'REDEMPTION_FROZEN', 'CHAIN_UNAVAILABLE'] as const

export const SteezeTransaction = z.object({
  id: z.string(),
  type: z.enum(['purchase', 'redeem']),
  amount: Whole,
  usdcAmount: z.number().min(0),
  createdAt: Moment,
  transactionHash: z.string(),
  status: z.enum(['confirming', 'completed']),
})
export type SteezeTransaction = z.output<typeof SteezeTransaction>

export const steezeCalls = {
  'GET /api/steeze/balance': call({
    summary: 'Get the Steeze balances, purchased and earned',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({
      battleEarnedSteeze: Whole,
      purchasedSteeze: Whole,
      /** Earned Steeze that can't be redeemed yet, and the next part that matures; absent if there is none. */
      maturing: z.object({ amount: Whole, next: z.object({ amount: Whole, at: Moment }) }).optional(),
    }),
  }),
  'GET /api/steeze/purchase': call({
    summary: 'Get the rates and limits of buying and redeeming',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({
      contractAddress: z.string().nullable(),
      usdcAddress: z.string().nullable(),
      chainId: z.int(),
      steezePerUsdc: z.number(),
      /** Minimum payment and increment, in USDC. */
      stepUsdc: z.number(),
      usdcPerRedeemedSteeze: z.number(),
      redeemableUsdcPerDay: z.number(),
      confirmationSeconds: Whole,
    }),
  }),
  'GET /api/steeze/transactions': call({
    summary: 'List purchases and redemptions, newest first',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.array(SteezeTransaction),
  }),
  'POST /api/steeze/confirm-purchase': call({
    summary: 'Look up a purchase, and credit it once confirmed',
    access: 'user',
    rate: 'write',
    idempotent: true,
    mayBePending: true,
    body: SentTransaction,
    answer: Confirmed,
    errors: TRANSACTION_ERRORS,
  }),
  'POST /api/steeze/redeem': call({
    summary: 'Hold earned Steeze and get the signature to withdraw it with, unless an admin has to approve it first',
    access: 'user',
    rate: 'write',
    whileRestricted: true,
    idempotent: true,
    body: z.object({
      amount: z
        .number()
        .max(1_000_000_000)
        .transform((amount) => Math.floor(amount))
        .pipe(z.int().min(1, 'Please enter a valid Steeze amount. Only earned Steeze can be redeemed.')),
    }),
    answer: z.union([SignedWithdrawal, WaitingRedemption]),
    errors: [
      ...SIGNING_ERRORS,
      'WALLET_REQUIRED',
      'REDEEM_AMOUNT_INVALID',
      'REDEEM_MATURING',
      'REDEMPTION_OPEN',
      'REDEMPTION_LAPSES_USED',
      'REDEMPTION_WAITING',
      'REDEMPTION_NOT_FOUND',
      'IN_DEBT',
      'WALLET_REPLACEMENT_WAITING',
    ],
  }),
  'POST /api/steeze/redeem/sign': call({
    summary: 'Renew a redemption’s signature with a new deadline, or get the first of an approved one',
    access: 'user',
    rate: 'write',
    withoutKey: 'signs what is held already',
    whileRestricted: true,
    body: z.object({ holdId: Id }),
    answer: SignedWithdrawal,
    errors: [
      ...SIGNING_ERRORS,
      'WALLET_REQUIRED',
      'REDEEM_AMOUNT_INVALID',
      'REDEEM_MATURING',
      'REDEMPTION_OPEN',
      'REDEMPTION_LAPSES_USED',
      'REDEMPTION_WAITING',
      'REDEMPTION_NOT_FOUND',
      'REDEMPTION_RENEWALS_USED',
      'IN_DEBT',
      'WALLET_REPLACEMENT_WAITING',
    ],
  }),
  'POST /api/steeze/redemption/:id/cancel': call({
    summary: 'Cancel a redemption that waits for an admin or is approved and not signed; its Steeze returns',
    access: 'user',
    rate: 'write',
    whileRestricted: true,
    idempotent: true,
    params: z.object({ id: Id }),
    answer: Done,
    errors: ['REDEMPTION_NOT_FOUND'],
  }),
  'POST /api/steeze/redemption/:id/appeal': call({
    summary: 'Appeal once against a hold or a rejection; an admin answers',
    access: 'user',
    rate: 'write',
    whileRestricted: true,
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ text: AppealText }),
    answer: Done,
    errors: ['REDEMPTION_NOT_FOUND', 'REDEMPTION_WAITING', 'APPEAL_USED'],
  }),
  'GET /api/steeze/redemption': call({
    summary: 'Get the open redemption, and the newest that waited for an admin',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({
      redemption: z
        .object({
          holdId: z.uuid(),
          amount: Whole,
          usdcAmount: z.number().min(0),
          limit: Whole,
          deadline: Whole,
          openedAt: Moment,
        })
        .nullable(),
      review: RedemptionReview.nullable(),
      /** When the next redemption may start, if earlier ones that ran out or were cancelled make it wait. */
      next: z.object({ at: Moment, reason: z.string() }).nullable(),
    }),
  }),
  'POST /api/steeze/redeem-confirm': call({
    summary: 'Look up a withdrawal; it settles once final',
    access: 'user',
    rate: 'write',
    whileRestricted: true,
    idempotent: true,
    mayBePending: true,
    body: SentTransaction,
    answer: Confirmed,
    errors: TRANSACTION_ERRORS,
  }),
  'GET /api/reserves': call({
    summary: 'Get the reserves: contract and ledger as of one block',
    access: 'public',
    rate: 'read',
    answer: z.object({
      block: z.object({ number: Whole, time: Moment }),
      chain: z.object({ id: z.int(), name: z.string() }),
      contractAddress: z.string(),
      usdcAddress: z.string(),
      usdcHeld: z.number().min(0),
      /** USDC needed to redeem all Steeze. */
      usdcRequired: z.number().min(0),
      /** USDC held per USDC required; null if none is required. */
      cover: z.number().min(0).nullable(),
      steezeOutstanding: Whole,
      /** Amounts in Steeze. Debts and unexplained shortfalls are negative. */
      ledger: z.object({
        purchased: Whole,
        earned: Whole,
        held: Whole,
        inBattles: Whole,
        unclaimed: Whole,
        forfeited: Whole,
        unexplained: z.int(),
        debts: z.int(),
      }),
      /** Purchases already in the ledger but in a later block. */
      purchasedLater: Whole,
      /** Withdrawn on chain, still held in the ledger until final. */
      withdrawnUnsettled: Whole,
      /** Steeze the ledger has in excess; 0 when it matches. */
      difference: z.int(),
      isMatching: z.boolean(),
      history: z.array(
        z.object({
          day: z.iso.date(),
          usdcHeld: z.number().min(0),
          usdcRequired: z.number().min(0),
          steezeOutstanding: Whole,
        }),
      ),
    }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
  'GET /api/web3/balance/:address': call({
    summary: 'Get the USDC balance of a wallet',
    access: 'public',
    // The call is public and asks the network.
    rate: 'chain',
    params: z.object({ address: WalletAddress }),
    answer: z.object({ balance: z.number().min(0) }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
  'GET /api/wallet/usdc-balance/:walletAddress': call({
    summary: 'Get the USDC balance of a wallet',
    access: 'user',
    rate: 'chain',
    whileRestricted: true,
    params: z.object({ walletAddress: WalletAddress }),
    answer: z.object({ balance: z.number().min(0) }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
}
