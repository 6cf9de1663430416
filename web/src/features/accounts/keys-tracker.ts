import type { Answer } from '@aura/api/calls'
import type { AccountKey } from '@aura/api/calls/accounts'
import { request } from '#lib/api'
import { ChainFailure } from '#lib/chain/chain-failure'
import type { SentPayment } from '#lib/chain/sent-payments'
import type { PaymentProgress, PaymentTracker } from '#payments/payment-tracker.ts'
import { isOwnTransaction } from '#payments/relayed/handed-payment.ts'
import { isLost } from '#payments/sent.ts'
import contract from './contract.ts'

export interface SentKeyChange extends SentPayment {
  kind: 'keys'
  change: 'add-key' | 'remove-key' | 'keep-key'
  /** How the page names the key. */
  name: string
  keyId: string
}

const DONE: PaymentProgress = { status: 'completed', confirmedSeconds: 0, confirmationSeconds: 0 }

/** Returns whether the account's keys are as a change makes them. */
function isChanged(keys: readonly AccountKey[], { change, keyId }: Pick<SentKeyChange, 'change' | 'keyId'>) {
  const key = keys.find(({ id }) => id === keyId)
  return change === 'remove-key' ? key === undefined || key.leavesAt !== null : key?.leavesAt === null
}

/**
 * Follows changes of an account's keys. What Aura handed in is in a block by then, and there is nothing to credit. What a
 * wallet sent has come once the network has the keys.
 */
export const keysTracker: PaymentTracker<SentKeyChange> = {
  kind: 'keys',
  contract,
  async ask(payment, signal) {
    if (!isOwnTransaction(payment)) return DONE
    const { account }: Answer<'GET /api/account/keys'> = await request('GET /api/account/keys', { signal })
    if (account && isChanged(account.keys, payment)) return DONE
    if (isLost(payment)) throw new ChainFailure('UNHEARD')
    return { ...DONE, status: 'confirming' }
  },
  credited: () => ({ title: 'Keys Changed', description: 'Confirmed by the network.' }),
  sendFailed: { title: 'Nothing Changed', description: 'The keys of your wallet are as before.' },
  confirmFailed: { title: 'Nothing Changed', description: 'The keys of your wallet are as before.' },
  changes: ['/api/account/keys'],
}
