import type { SentPayment } from '#lib/chain/sent-payments'
import type { PaymentTracker } from '#payments/payment-tracker.ts'

export interface SentUsdc extends SentPayment {
  kind: 'send'
  to: string
}

/** Follows USDC that Aura hands in for an account. Once it is in a block there is nothing to credit. */
export const sendTracker: PaymentTracker<SentUsdc> = {
  kind: 'send',
  contract: { abi: [], reverts: {}, calls: {} },
  ask: async () => ({ status: 'completed', confirmedSeconds: 0, confirmationSeconds: 0 }),
  credited: () => ({ title: 'USDC Sent', description: 'It is in their wallet.' }),
  sendFailed: { title: 'Nothing Sent', description: 'Your USDC is still in your wallet.' },
  confirmFailed: { title: 'Sending Failed', description: 'Your USDC is still in your wallet.' },
  changes: ['/api/wallet/usdc-balance/', '/api/account/transfers'],
}
