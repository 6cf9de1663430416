import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, errorCode } from '#lib/api-error'
import type { SentPayment } from '#lib/chain/sent-payments'
import type { ErrorText } from '#lib/error-text'
import { useConfig } from '#lib/use-config'
import { moneyErrorText } from './payment-text.ts'
import { type Credited, paymentTrackers } from './payment-trackers.ts'
import { isLost, sentPayments, useSentPayments } from './sent.ts'
import { showPaymentToast } from './show-payment-toast.ts'
import { useBatches } from './use-batches.ts'

/** How often an unconfirmed payment is polled, in milliseconds. */
const ASK_EVERY_MS = 2_000

export type { Credited } from './payment-trackers.ts'

/** The server's view of a payment's progress. */
export interface Confirmation {
  payment: SentPayment
  /** Current and required confirmations; null until the server responded. */
  depth: { confirmations: number; needed: number } | null
}

/** What changes when money has moved, by the start of its address. */
const MOVED = [
  '/api/auth/user',
  '/api/steeze/',
  '/api/wallet/usdc-balance/',
  '/api/battles',
  '/api/vouch/',
  '/api/users/',
  '/api/leaderboard',
  '/api/notifications',
  '/api/receipts',
]

interface Outcomes {
  /** Called once for each payment that this page saw credited. */
  onCredited: (payment: SentPayment, credited: Credited) => void
  /** Once for each that came to nothing: says so, and keeps it said where the form is. */
  onFailed: (text: ErrorText, payment: SentPayment) => void
}

/**
 * Tracks every pending payment of this kind until it is credited, including those sent by an earlier visit or another
 * tab.
 */
export function useConfirmations(
  userId: string,
  kind: SentPayment['kind'],
  { onCredited, onFailed }: Outcomes,
): readonly Confirmation[] {
  const payments = useSentPayments(userId, kind)
  const { data: config } = useConfig()
  const networkName = config?.chain.name ?? 'the network'
  useBatches(payments, (error, payment) => onFailed(moneyErrorText(error, kind, { networkName }), payment))
  const sent = payments.filter(({ batchOf }) => batchOf === undefined)
  const answers = useQueries({
    queries: sent.map((payment) => ({
      queryKey: [`payment ${payment.hash}`],
      queryFn: ({ signal }: { signal: AbortSignal }) => paymentTrackers[kind].ask(payment, signal),
      refetchInterval: ASK_EVERY_MS,
      refetchIntervalInBackground: true,
      staleTime: 0,
      gcTime: 0,
    })),
  })
  useRefetchAfter(payments)
  useEffect(() => {
    for (const [index, payment] of sent.entries()) {
      const answer = answers[index]
      if (answer?.data?.status === 'completed') {
        sentPayments.remove(payment.hash)
        const credited = {
          amount: answer.data.amount ?? payment.steeze,
          multiplier: answer.data.multiplier ?? null,
        }
        showPaymentToast({ ...paymentTrackers[kind].done(credited), durationMs: 3_000 })
        onCredited(payment, credited)
      } else if (answer?.error && isFinal(answer.error, payment)) {
        sentPayments.remove(payment.hash)
        onFailed(moneyErrorText(answer.error, paymentTrackers[kind].action, { networkName }), payment)
      }
    }
  })
  return payments.map((payment) => {
    const data = answers[sent.indexOf(payment)]?.data
    return { payment, depth: data ? { confirmations: data.confirmations, needed: data.confirmationsNeeded } : null }
  })
}

/** What is not on its way any more has moved what other reads tell, also where another tab was the first to hear of it. */
function useRefetchAfter(payments: readonly SentPayment[]): void {
  const client = useQueryClient()
  const known = useRef(payments)
  useEffect(() => {
    const isGone = known.current.some(({ hash }) => payments.every((payment) => payment.hash !== hash))
    known.current = payments
    if (!isGone) return
    void client.invalidateQueries({
      predicate: ({ queryKey }) => MOVED.some((start) => String(queryKey[0]).startsWith(start)),
    })
  })
}

/** Outages and "not seen yet" are temporary; every other error is final. */
function isFinal(error: unknown, payment: SentPayment): boolean {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 401) return false
  if (errorCode(error) !== 'TRANSACTION_NOT_FOUND') return true
  return isLost(payment)
}
