import type { Answer } from '@aura/api/calls'
import type { AccountKey } from '@aura/api/calls/accounts'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
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

/** Returns whether the network has the keys as a change makes them. Throws as `request` does. */
export async function hasChanged(change: Pick<SentKeyChange, 'change' | 'keyId'>, signal: AbortSignal) {
  const { account }: Answer<'GET /api/account/keys'> = await request('GET /api/account/keys', { signal })
  return account !== null && isChanged(account.keys, change)
}

const UNSEEN = {
  title: 'Check Your Wallet',
  description:
    'Aura can’t see this change on the network. Look at the activity of the wallet that sent it before you try again.',
}

const unseen = () => new ChainFailure('UNHEARD', { explanation: UNSEEN.description })

/**
 * Follows changes of an account's keys. A change that Aura handed in is in a block when this begins. A change that a wallet
 * sent is complete once the network has the keys, and given up after ten minutes, even if Aura can't read the network then:
 * until it ends, no other change can begin.
 */
export const keysTracker: PaymentTracker<SentKeyChange> = {
  kind: 'keys',
  contract,
  async ask(payment, signal) {
    if (!isOwnTransaction(payment)) return DONE
    try {
      if (await hasChanged(payment, signal)) return DONE
    } catch (error) {
      if (isLost(payment) && error instanceof ApiError && error.status >= 500) throw unseen()
      throw error
    }
    if (isLost(payment)) throw unseen()
    return { ...DONE, status: 'confirming' }
  },
  credited: () => ({ title: 'Keys Changed', description: 'Confirmed by the network.' }),
  sendFailed: { title: 'Nothing Changed', description: 'The keys of your wallet are as before.' },
  confirmFailed: UNSEEN,
  changes: ['/api/account/keys'],
}
