import { useSyncExternalStore } from 'react'
import { browserStore } from '#lib/browser-storage'
import { createSentPayments, type SentPayment } from '#lib/chain/sent-payments'

export const sentPayments = createSentPayments(browserStore, window, Date.now)

/** A payment that is still unknown after this time was replaced or never sent. */
const LOST_AFTER_MS = 10 * 60_000
export const isLost = ({ sentAtMs }: SentPayment): boolean => Date.now() - sentAtMs > LOST_AFTER_MS

export function useSentPayments<Sent extends SentPayment>(userId: string, kind: Sent['kind']): readonly Sent[] {
  const all = useSyncExternalStore(sentPayments.subscribe, sentPayments.all, sentPayments.all)
  // Only the feature that owns this kind stores payments of it.
  return all.filter((payment): payment is Sent => payment.userId === userId && payment.kind === kind)
}
