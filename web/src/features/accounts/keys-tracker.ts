import type { SentPayment } from '#lib/chain/sent-payments'
import type { PaymentTracker } from '#payments/payment-tracker.ts'

export interface SentKeyChange extends SentPayment {
  kind: 'keys'
  change: 'add-key' | 'remove-key' | 'keep-key'
  /** How the page names the key. */
  name: string
}

/** Follows changes of an account's keys that Aura hands in. Once one is in a block there is nothing to credit. */
export const keysTracker: PaymentTracker<SentKeyChange> = {
  kind: 'keys',
  contract: { abi: [], reverts: {}, calls: {} },
  ask: async () => ({ status: 'completed', confirmedSeconds: 0, confirmationSeconds: 0 }),
  credited: () => ({ title: 'Keys Changed', description: 'Confirmed by the network.' }),
  sendFailed: { title: 'Nothing Changed', description: 'The keys of your wallet are as before.' },
  confirmFailed: { title: 'Nothing Changed', description: 'The keys of your wallet are as before.' },
  changes: ['/api/account/keys'],
}
