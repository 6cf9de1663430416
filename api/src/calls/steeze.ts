import { z } from 'zod'
import { call } from '../call.ts'
import { confirmationFields, Id, Moment, TransactionHash, WalletAddress, Whole } from '../shapes.ts'

/** A purchase was credited or reversed, a redemption paid or released. */
export const steezeNotifications = ['steeze_update'] as const

/** What a wallet tells of a transaction it sent. The amounts are read from the chain. */
const SentTransaction = z.object({
  transactionHash: TransactionHash,
  /** Of the wallet that sent it, where it is known: another network's transaction is then refused by name. */
  chainId: z.int().min(1).optional(),
})

const Confirmed = z.object({
  ...confirmationFields,
  /** In words, for people. */
  message: z.string(),
  /** Steeze bought or redeemed; null while that is not known. */
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

/** What a wallet calls `withdrawSteeze(amount, limit, deadline, signature)` with. */
const SignedWithdrawal = z.object({
  holdId: z.uuid(),
  /** Steeze that is held and can be withdrawn with it. */
  amount: Whole,
  usdcAmount: z.number().min(0),
  /** Steeze: all of the wallet's withdrawals may come to this. */
  limit: Whole,
  /** Seconds since 1970. */
  deadline: Whole,
  signature: z.string(),
  walletAddress: z.string(),
  contractAddress: z.string(),
  chainId: z.int(),
})

const SIGNING_ERRORS = ['REDEEM_UNAVAILABLE', 'REDEMPTION_FROZEN', 'CHAIN_UNAVAILABLE'] as const

export const SteezeTransaction = z.object({
  id: z.string(),
  type: z.enum(['purchase', 'redeem']),
  /** Steeze. */
  amount: Whole,
  usdcAmount: z.number().min(0),
  createdAt: Moment,
  transactionHash: z.string(),
  status: z.enum(['confirming', 'completed']),
})
export type SteezeTransaction = z.output<typeof SteezeTransaction>

export const steezeCalls = {
  'GET /api/steeze/balance': call({
    summary: 'My Steeze, by how I came by it',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({ battleEarnedSteeze: Whole, purchasedSteeze: Whole }),
  }),
  'GET /api/steeze/purchase': call({
    summary: 'Rates and limits of buying and redeeming',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.object({
      /** Where to buy; null where this server knows no contract. */
      contractAddress: z.string().nullable(),
      usdcAddress: z.string().nullable(),
      chainId: z.int(),
      steezePerUsdc: z.number(),
      /** USDC: the least that can be paid, and the steps above it. */
      stepUsdc: z.number(),
      usdcPerRedeemedSteeze: z.number(),
      redeemableUsdcPerDay: z.number(),
      confirmationsNeeded: Whole,
    }),
  }),
  'GET /api/steeze/transactions': call({
    summary: 'What I bought and redeemed, newest first',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    answer: z.array(SteezeTransaction),
  }),
  'POST /api/steeze/confirm-purchase': call({
    summary: 'Look up a purchase I made, and credit it once it is deep enough',
    access: 'user',
    rate: 'write',
    idempotent: true,
    mayBePending: true,
    body: SentTransaction,
    answer: Confirmed,
    errors: TRANSACTION_ERRORS,
  }),
  'POST /api/steeze/redeem': call({
    summary: 'Set earned Steeze aside, and get the signature my wallet withdraws it with',
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
    answer: SignedWithdrawal,
    errors: [
      ...SIGNING_ERRORS,
      'WALLET_REQUIRED',
      'REDEEM_AMOUNT_INVALID',
      'REDEMPTION_OPEN',
      'REDEMPTION_NOT_FOUND',
      'IN_DEBT',
      'WALLET_REPLACEMENT_WAITING',
    ],
  }),
  'POST /api/steeze/redeem/sign': call({
    summary: 'Sign a redemption of mine again, with a new deadline',
    access: 'user',
    rate: 'write',
    whileRestricted: true,
    body: z.object({ holdId: Id }),
    answer: SignedWithdrawal,
    errors: [...SIGNING_ERRORS, 'REDEMPTION_NOT_FOUND', 'REDEMPTION_RENEWALS_USED', 'IN_DEBT'],
  }),
  'GET /api/steeze/redemption': call({
    summary: 'What I have set aside to redeem and not yet withdrawn',
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
    }),
  }),
  'POST /api/steeze/redeem-confirm': call({
    summary: 'Look up a withdrawal I made; it settles once it is final',
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
    summary: 'What stands behind the Steeze: the contract beside the ledger, as of one block',
    access: 'public',
    rate: 'read',
    answer: z.object({
      block: z.object({ number: Whole, time: Moment }),
      chain: z.object({ id: z.int(), name: z.string() }),
      contractAddress: z.string(),
      usdcAddress: z.string(),
      usdcHeld: z.number().min(0),
      /** What redeeming everything would take. */
      usdcRequired: z.number().min(0),
      /** Held for each required dollar; null while nothing is required. */
      cover: z.number().min(0).nullable(),
      steezeOutstanding: Whole,
      /** Steeze in the ledger. Debts, and what is missing unexplained, are below zero. */
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
      /** In the ledger already, and in a block after this one. */
      purchasedLater: Whole,
      /** Withdrawn, and held in the ledger until that is final. */
      withdrawnUnsettled: Whole,
      /** Steeze the ledger has too much; 0 when all is well. */
      difference: z.int(),
      isMatching: z.boolean(),
      /** One a day, oldest first. */
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
    summary: 'The USDC of a wallet',
    access: 'public',
    // Each asks the network, and anybody may.
    rate: 'chain',
    params: z.object({ address: WalletAddress }),
    answer: z.object({ balance: z.number().min(0) }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
  'GET /api/wallet/usdc-balance/:walletAddress': call({
    summary: 'The USDC of a wallet',
    access: 'user',
    rate: 'chain',
    whileRestricted: true,
    params: z.object({ walletAddress: WalletAddress }),
    answer: z.object({ balance: z.number().min(0) }),
    errors: ['CHAIN_UNAVAILABLE'],
  }),
}
