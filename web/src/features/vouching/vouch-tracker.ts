import type { Answer } from '@aura/api/calls'
import { formatWhole, MICROS_PER_USDC } from '@aura/api/money'
import { request } from '#lib/api'
import type { SentPayment } from '#lib/chain/sent-payments'
import { newQuestion, type PaymentTracker, sentTransaction } from '#payments/payment-tracker.ts'
import contract from './contract.ts'

export interface SentVouch extends SentPayment {
  kind: 'vouch'
  vouchedUserId: string
  words?: string
}

export type VouchProgress = Answer<'POST /api/vouch/create'>

export const vouchTracker: PaymentTracker<SentVouch, VouchProgress> = {
  kind: 'vouch',
  contract,
  ask: (payment, signal) =>
    request('POST /api/vouch/create', {
      body: {
        ...sentTransaction(payment),
        vouchedUserId: payment.vouchedUserId,
        usdcAmount: payment.usdcMicros / MICROS_PER_USDC,
        ...(payment.words && { words: payment.words }),
      },
      idempotencyKey: newQuestion(),
      signal,
    }),
  credited: ({ auraAwarded, withoutAp, multiplier }) => ({
    title: 'Vouch Successful!',
    description:
      multiplier === null
        ? 'The USDC arrived. No aura points are awarded for it.'
        : withoutAp === 'related'
          ? 'The USDC arrived. Vouches between related accounts bring no aura points.'
          : `Awarded ${formatWhole(auraAwarded ?? 0)} aura points with ${multiplier}x multiplier`,
  }),
  sendFailed: { title: 'Transaction Failed', description: 'Failed to complete vouch transaction' },
  confirmFailed: { title: 'Vouch Failed', description: 'Please try again' },
  changes: [
    '/api/auth/user',
    '/api/wallet/usdc-balance/',
    '/api/battles',
    '/api/vouch/',
    '/api/users/',
    '/api/leaderboard',
    '/api/notifications',
    '/api/receipts',
    '/api/feed',
  ],
}
