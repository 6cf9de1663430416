import type { ContractTexts } from '#lib/chain/contract-texts'
import type { SentPayment } from '#lib/chain/sent-payments'
import type { ErrorText } from '#lib/error-text'

/** The server's view of a payment that was sent. */
export interface PaymentProgress {
  status: 'confirming' | 'completed'
  confirmations: number
  confirmationsNeeded: number
}

/** How a feature's payments of one kind are followed until they are credited, and the texts shown on the way. */
export interface PaymentTracker<
  Sent extends SentPayment = SentPayment,
  Progress extends PaymentProgress = PaymentProgress,
> {
  /** Stored with each payment in the browser, so it never changes. */
  readonly kind: Sent['kind']
  /** The contract it calls. */
  readonly contract: ContractTexts
  /** Asks the server about a payment; throws while the network doesn't know it. */
  readonly ask: (payment: Sent, signal: AbortSignal) => Promise<Progress>
  readonly credited: (progress: Progress) => { title: string; description: string }
  readonly sendFailed: ErrorText
  /** Shown when it was sent and then refused. */
  readonly confirmFailed: ErrorText
  /** Reads that are stale once it came to an end, by the start of their address. */
  readonly changes: readonly string[]
}

/** Returns how a request names a payment. */
export const sentTransaction = ({ hash, chainId }: SentPayment) => ({ transactionHash: hash, chainId })

/** Returns a new key for each question: with the same key the server would repeat an earlier "not seen yet". */
export const newQuestion = () => crypto.randomUUID()
