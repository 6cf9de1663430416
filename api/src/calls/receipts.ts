import { z } from 'zod'
import { call } from '../call.ts'
import { Moment, Whole } from '../shapes.ts'

const Usdc = z.number().min(0)

export const ReceiptKind = z.enum(['purchase', 'redeem', 'vouch_given', 'vouch_received'])
export type ReceiptKind = z.output<typeof ReceiptKind>

const summary = {
  /** Of the event on chain. */
  id: z.string(),
  kind: ReceiptKind,
  usdc: Usdc,
  /** Bought or redeemed; null for a vouch. */
  steeze: Whole.nullable(),
  /** What a vouch awarded; null for anything else. */
  aura: Whole.nullable(),
  /** Who vouched, or was vouched for. */
  other: z.object({ id: z.uuid(), username: z.string() }).nullable(),
  transactionHash: z.string(),
  /** Of its block. */
  createdAt: Moment,
  /** A withdrawal is confirming until its block is final. */
  status: z.enum(['confirming', 'completed']),
}
const ReceiptSummary = z.object(summary)
export type ReceiptSummary = z.output<typeof ReceiptSummary>

const LedgerSide = z.object({
  /** The kind of account. */
  account: z.string(),
  owner: z.enum(['me', 'system', 'other']),
  /** Of another person. */
  username: z.string().nullable(),
  /** After the transfer; of my own accounts only. */
  balance: z.int().nullable(),
})
export type LedgerSide = z.output<typeof LedgerSide>

const LedgerTransfer = z.object({
  number: Whole,
  /** Unique for ever. */
  key: z.string(),
  kind: z.string(),
  currency: z.enum(['AP', 'STEEZE']),
  amount: Whole,
  createdAt: Moment,
  from: LedgerSide,
  to: LedgerSide,
})
export type LedgerTransfer = z.output<typeof LedgerTransfer>

const Receipt = z.object({
  ...summary,
  chainId: z.int(),
  block: z.object({ number: Whole, logIndex: Whole }),
  /** Whose wallet signed it, and the contract it went to. */
  walletAddress: z.string(),
  contractAddress: z.string(),
  /** Where a vouch's USDC went; null for anything else. */
  targetAddress: z.string().nullable(),
  /** What a vouch was multiplied by, and the part of it that earned AP. */
  multiplier: z.string().nullable(),
  countedUsdc: Usdc.nullable(),
  /** AP that the cap of its day took from a vouch; null for anything else. */
  auraCapped: Whole.nullable(),
  /** What the ledger moved for it, in its order. */
  transfers: z.array(LedgerTransfer),
})
export type Receipt = z.output<typeof Receipt>

/** The number of a receipt, as an address holds it. */
const ReceiptNumber = z.string().regex(/^\d{1,15}$/)

export const receiptsCalls = {
  'GET /api/receipts': call({
    summary: 'What I bought, redeemed, vouched and was vouched, newest first, 50 at a time',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    query: z.object({
      kind: ReceiptKind.optional(),
      /** Only those before this one. */
      before: ReceiptNumber.optional(),
    }),
    /** `next`: what to ask for as `before` for those that follow; null at the end. */
    answer: z.object({ receipts: z.array(ReceiptSummary), next: z.string().nullable() }),
  }),
  'GET /api/receipts/:id': call({
    summary: 'One receipt of mine, with the chain’s side and the ledger’s',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    params: z.object({ id: ReceiptNumber }),
    answer: Receipt,
    errors: ['RECEIPT_NOT_FOUND'],
  }),
}
