import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, errorCode } from '#lib/api-error'
import type { SentPayment } from '#lib/chain/sent-payments'
import { useConfig } from '#lib/use-config'
import { type Credited, FOLLOWED } from './follow.ts'
import { moneyErrorText } from './payment-text.ts'
import { say } from './say.ts'
import { sentPayments, useSentPayments } from './sent.ts'

/** How often the server is asked about a payment that is not deep enough yet. */
const ASK_EVERY_MS = 2_000
/** A transaction the network does not know after this time is not on its way: it was replaced, or never sent. */
const LOST_AFTER_MS = 10 * 60_000

export type { Credited } from './follow.ts'

/** How far a payment is, as the server knows it. */
export interface Confirmation {
  payment: SentPayment
  /** Blocks it is deep, and has to be; null until the server answered. */
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

/**
 * Follows every payment of this kind that is on its way until it is credited, also one that an earlier visit, or another
 * tab, sent. `onCredited` is called once for each that this page saw arrive.
 */
export function useConfirmations(
  userId: string,
  kind: SentPayment['kind'],
  onCredited: (payment: SentPayment, credited: Credited) => void,
): readonly Confirmation[] {
  const payments = useSentPayments(userId, kind)
  const client = useQueryClient()
  const { data: config } = useConfig()
  const answers = useQueries({
    queries: payments.map((payment) => ({
      queryKey: [`payment ${payment.hash}`],
      queryFn: ({ signal }: { signal: AbortSignal }) => FOLLOWED[kind].ask(payment, signal),
      refetchInterval: ASK_EVERY_MS,
      refetchIntervalInBackground: true,
      staleTime: 0,
      gcTime: 0,
    })),
  })
  const networkName = config?.chain.name ?? 'the network'
  useEffect(() => {
    for (const [index, payment] of payments.entries()) {
      const answer = answers[index]
      if (answer?.data?.status === 'completed') {
        sentPayments.remove(payment.hash)
        const credited = {
          amount: answer.data.amount ?? payment.steeze,
          multiplier: answer.data.multiplier ?? null,
        }
        say({ ...FOLLOWED[kind].done(credited), durationMs: 3_000 })
        onCredited(payment, credited)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => MOVED.some((start) => String(queryKey[0]).startsWith(start)),
        })
      } else if (answer?.error && isFinal(answer.error, payment)) {
        sentPayments.remove(payment.hash)
        say({ ...moneyErrorText(answer.error, FOLLOWED[kind].action, { networkName }), kind: 'destructive' })
      }
    }
  })
  return payments.map((payment, index) => {
    const data = answers[index]?.data
    return { payment, depth: data ? { confirmations: data.confirmations, needed: data.confirmationsNeeded } : null }
  })
}

/** Outages and "not seen yet" pass by; everything else is the server's last word. */
function isFinal(error: unknown, payment: SentPayment): boolean {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 401) return false
  if (errorCode(error) !== 'TRANSACTION_NOT_FOUND') return true
  return Date.now() - payment.sentAtMs > LOST_AFTER_MS
}
