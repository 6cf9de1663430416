import { useSyncExternalStore } from 'react'
import { createSentPayments, type SentPayment } from '#lib/chain/sent-payments'

/** Payments on their way, of this browser. */
export const sentPayments = createSentPayments(localStorage, window, Date.now)

/** Those of one person and kind, live. */
export function useSentPayments(userId: string, kind: SentPayment['kind']): readonly SentPayment[] {
  const all = useSyncExternalStore(sentPayments.subscribe, sentPayments.all)
  return all.filter((payment) => payment.userId === userId && payment.kind === kind)
}
