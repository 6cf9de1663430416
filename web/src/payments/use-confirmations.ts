import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '#lib/api'
import { ApiError, errorCode } from '#lib/api-error'
import type { SentPayment } from '#lib/chain/sent-payments'
import { useConfig } from '#lib/use-config'
import { moneyErrorText } from './payment-text.ts'
import { say } from './say.ts'
import { sentPayments, useSentPayments } from './sent.ts'

/** How often the server is asked about a payment that is not deep enough yet. */
const ASK_EVERY_MS = 2_000
/** A transaction the network does not know after this time is not on its way: it was replaced, or never sent. */
const LOST_AFTER_MS = 10 * 60_000

/** How far a payment is, as the server knows it. */
export interface Confirmation {
  payment: SentPayment
  /** Blocks it is deep, and has to be; null until the server answered. */
  depth: { confirmations: number; needed: number } | null
}

type Kind = 'buy' | 'redeem'

const CALLS = { buy: 'POST /api/steeze/confirm-purchase', redeem: 'POST /api/steeze/redeem-confirm' } as const

const DONE = {
  buy: { title: 'Purchase Confirmed', description: 'Steeze tokens added to your balance' },
  redeem: { title: 'Redeem Confirmed', description: 'USDC sent to your wallet' },
} as const

/** What changes when money has moved, by the start of its address. */
const MOVED = ['/api/auth/user', '/api/steeze/', '/api/wallet/usdc-balance/', '/api/battles']

/**
 * Follows every payment of this kind that is on its way until it is credited, also one that an earlier visit, or another
 * tab, sent. `onCredited` is called once for each that this page saw arrive.
 */
export function useConfirmations(
  userId: string,
  kind: Kind,
  onCredited: (payment: SentPayment, amount: number) => void,
): readonly Confirmation[] {
  const payments = useSentPayments(userId, kind)
  const client = useQueryClient()
  const { data: config } = useConfig()
  const answers = useQueries({
    queries: payments.map((payment) => ({
      queryKey: [`payment ${payment.hash}`],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request(CALLS[kind], {
          body: { transactionHash: payment.hash, chainId: payment.chainId },
          // Each is a question of its own: a key used again would hear an earlier "not seen yet" for ever.
          idempotencyKey: crypto.randomUUID(),
          signal,
        }),
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
        say({ ...DONE[kind], durationMs: 3_000 })
        onCredited(payment, answer.data.amount ?? payment.steeze)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => MOVED.some((start) => String(queryKey[0]).startsWith(start)),
        })
      } else if (answer?.error && isFinal(answer.error, payment)) {
        sentPayments.remove(payment.hash)
        say({ ...moneyErrorText(answer.error, 'confirm', { networkName }), kind: 'destructive' })
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
