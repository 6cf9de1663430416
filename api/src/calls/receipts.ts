import { z } from 'zod'
import { call } from '../contract/call.ts'
import { receiptKinds } from '../parts.ts'
import { Moment, Whole } from '../shapes.ts'

const Usdc = z.number().min(0)

export const ReceiptKind = z.enum(receiptKinds)
export type ReceiptKind = z.output<typeof ReceiptKind>

const summary = {
  /** Id of the payment's event on chain. */
  id: z.string(),
  kind: ReceiptKind,
  usdc: Usdc,
  steeze: Whole.nullable(),
  /** AP awarded for the payment; null for kinds that award none. */
  aura: Whole.nullable(),
  other: z.object({ id: z.uuid(), username: z.string() }).nullable(),
  transactionHash: z.string(),
  createdAt: Moment,
  /** A withdrawal is confirming until its block is final. */
  status: z.enum(['confirming', 'completed']),
}
const ReceiptSummary = z.object(summary)
export type ReceiptSummary = z.output<typeof ReceiptSummary>

const LedgerSide = z.object({
  account: z.string(),
  owner: z.enum(['me', 'system', 'other']),
  username: z.string().nullable(),
  /** Null unless the account is the user's own. */
  balance: z.int().nullable(),
})
export type LedgerSide = z.output<typeof LedgerSide>

const LedgerTransfer = z.object({
  number: Whole,
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
  walletAddress: z.string(),
  contractAddress: z.string(),
  /** Receiver of the USDC if it is another wallet. */
  targetAddress: z.string().nullable(),
  /** Details of the award: multiplier, the part of the payment that earned AP, and AP lost to the daily cap. */
  multiplier: z.string().nullable(),
  countedUsdc: Usdc.nullable(),
  auraCapped: Whole.nullable(),
  transfers: z.array(LedgerTransfer),
})
export type Receipt = z.output<typeof Receipt>

const ReceiptNumber = z.string().regex(/^\d{1,15}$/)

export const receiptsCalls = {
  'GET /api/receipts': call({
    summary: 'List receipts of USDC payments, newest first, 50 per page',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    query: z.object({ kind: ReceiptKind.optional(), before: ReceiptNumber.optional() }),
    /** `next`: pass as `before` for the next page; null on the last. */
    answer: z.object({ receipts: z.array(ReceiptSummary), next: z.string().nullable() }),
  }),
  'GET /api/receipts/:id': call({
    summary: 'Get one of the user’s receipts, with its transaction and ledger transfers',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    params: z.object({ id: ReceiptNumber }),
    answer: Receipt,
    errors: ['RECEIPT_NOT_FOUND'],
  }),
}
