import type { ContractTexts } from '#lib/chain/contract-texts'
import type { SentPayment } from '#lib/chain/sent-payments'
import type { ErrorText } from '#lib/error-text'

export interface PaymentProgress {
  status: 'confirming' | 'completed'
  confirmedSeconds: number
  confirmationSeconds: number
}

/** Follows a feature's payments of one kind until they are credited, and provides the texts shown meanwhile. */
export interface PaymentTracker<
  Sent extends SentPayment = SentPayment,
  Progress extends PaymentProgress = PaymentProgress,
> {
  /** Stored with each payment in the browser, so it never changes. */
  readonly kind: Sent['kind']
  readonly contract: ContractTexts
  /** Asks the server about a payment. Throws while the network doesn't know it. */
  readonly ask: (payment: Sent, signal: AbortSignal) => Promise<Progress>
  readonly credited: (progress: Progress) => { title: string; description: string }
  readonly sendFailed: ErrorText
  /** Shown for a payment that was sent and then refused. */
  readonly confirmFailed: ErrorText
  /** Address prefixes of the reads that a finished payment makes stale. */
  readonly changes: readonly string[]
}

export const sentTransaction = ({ hash, chainId }: SentPayment) => ({ transactionHash: hash, chainId })

/** Returns a new key for each question: with the same key the server would repeat an earlier "not seen yet". */
export const newQuestion = () => crypto.randomUUID()
