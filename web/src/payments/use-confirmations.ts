import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, errorCode } from '#lib/api-error'
import { ChainFailure } from '#lib/chain/chain-failure'
import { hasOneEnded, type SentPayment } from '#lib/chain/sent-payments'
import type { ErrorText } from '#lib/error-text'
import { useConfig } from '#lib/use-config'
import { moneyErrorText } from './payment-text.ts'
import type { PaymentProgress, PaymentTracker } from './payment-tracker.ts'
import { isLost, sentPayments, useSentPayments } from './sent.ts'
import { showPaymentToast } from './show-payment-toast.ts'
import { useBatches } from './use-batches.ts'

const ASK_EVERY_MS = 2_000

export interface Confirmation<Sent extends SentPayment = SentPayment> {
  payment: Sent
  /** Null until the server responded. */
  depth: Pick<PaymentProgress, 'confirmedSeconds' | 'confirmationSeconds'> | null
}

interface Outcomes<Sent, Progress> {
  /** Called once for each payment credited while the page was open, in one of its tabs. */
  onCredited: (payment: Sent, progress: Progress) => void
  /** Called once for each failed payment, in one of its tabs, also to keep the reason in the form. */
  onFailed: (text: ErrorText, payment: Sent) => void
}

/** Follows every pending payment of the tracker's kind, of any visit or tab, until it is credited. */
export function useConfirmations<Sent extends SentPayment, Progress extends PaymentProgress>(
  userId: string,
  tracker: PaymentTracker<Sent, Progress>,
  { onCredited, onFailed }: Outcomes<Sent, Progress>,
): readonly Confirmation<Sent>[] {
  const payments = useSentPayments<Sent>(userId, tracker.kind)
  const { data: config } = useConfig()
  const networkName = config?.chain.name ?? 'the network'
  useBatches(payments, (error, payment) =>
    onFailed(moneyErrorText(error, tracker.sendFailed, { networkName, contract: tracker.contract }), payment),
  )
  const sent = payments.filter(({ batchOf }) => batchOf === undefined)
  const answers: UseQueryResult<Progress>[] = useQueries({
    queries: sent.map((payment) => ({
      queryKey: [`payment ${payment.hash}`],
      queryFn: ({ signal }: { signal: AbortSignal }) => tracker.ask(payment, signal),
      refetchInterval: ASK_EVERY_MS,
      refetchIntervalInBackground: true,
      staleTime: 0,
      gcTime: 0,
    })),
  })
  useRefetchAfter(payments, tracker.changes)
  useEffect(() => {
    for (const [index, payment] of sent.entries()) {
      const answer = answers[index]
      if (answer?.data?.status === 'completed') {
        if (!sentPayments.remove(payment.hash)) continue
        showPaymentToast({ ...tracker.credited(answer.data), durationMs: 3_000 })
        onCredited(payment, answer.data)
      } else if (answer?.error && isFinal(answer.error, payment)) {
        if (!sentPayments.remove(payment.hash)) continue
        onFailed(
          moneyErrorText(answer.error, tracker.confirmFailed, { networkName, contract: tracker.contract }),
          payment,
        )
      }
    }
  })
  return payments.map((payment) => {
    return { payment, depth: answers[sent.indexOf(payment)]?.data ?? null }
  })
}

/** Refetches the changed reads once a payment is no longer pending, even if another tab learned that first. */
function useRefetchAfter(payments: readonly SentPayment[], changes: readonly string[]): void {
  const client = useQueryClient()
  const known = useRef(payments)
  useEffect(() => {
    const isOver = hasOneEnded(known.current, payments)
    known.current = payments
    if (!isOver) return
    void client.invalidateQueries({
      predicate: ({ queryKey }) => changes.some((start) => String(queryKey[0]).startsWith(start)),
    })
  })
}

/** Returns whether an error ends a payment. Outages and "not seen yet" are temporary. */
function isFinal(error: unknown, payment: SentPayment): boolean {
  if (error instanceof ChainFailure) return true
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 401) return false
  if (errorCode(error) !== 'TRANSACTION_NOT_FOUND') return true
  return isLost(payment)
}
