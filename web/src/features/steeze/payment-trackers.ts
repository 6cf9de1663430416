import type { Answer } from '@aura/api/calls'
import { request } from '#lib/api'
import type { SentPayment } from '#lib/chain/sent-payments'
import { newQuestion, type PaymentTracker, sentTransaction } from '#payments/payment-tracker.ts'
import contract from './contract.ts'

export interface SentSteeze extends SentPayment {
  kind: 'buy' | 'redeem'
  steeze: number
}

const changes = [
  '/api/auth/user',
  '/api/steeze/',
  '/api/wallet/usdc-balance/',
  '/api/battles',
  '/api/users/',
  '/api/leaderboard',
  '/api/notifications',
  '/api/receipts',
]

export const purchaseTracker: PaymentTracker<SentSteeze, Answer<'POST /api/steeze/confirm-purchase'>> = {
  kind: 'buy',
  contract,
  ask: (payment, signal) =>
    request('POST /api/steeze/confirm-purchase', {
      body: sentTransaction(payment),
      idempotencyKey: newQuestion(),
      signal,
    }),
  credited: () => ({ title: 'Purchase Confirmed', description: 'Steeze tokens added to your balance' }),
  sendFailed: { title: 'Purchase Failed', description: 'Failed to purchase Steeze' },
  confirmFailed: { title: 'Confirmation Failed', description: 'Failed to confirm the transaction' },
  changes,
}

export const redemptionTracker: PaymentTracker<SentSteeze, Answer<'POST /api/steeze/redeem-confirm'>> = {
  kind: 'redeem',
  contract,
  ask: (payment, signal) =>
    request('POST /api/steeze/redeem-confirm', {
      body: sentTransaction(payment),
      idempotencyKey: newQuestion(),
      signal,
    }),
  credited: () => ({ title: 'Redeem Confirmed', description: 'USDC sent to your wallet' }),
  sendFailed: { title: 'Redeem Failed', description: 'Failed to redeem Steeze' },
  confirmFailed: { title: 'Confirmation Failed', description: 'Failed to confirm redeem' },
  changes,
}
