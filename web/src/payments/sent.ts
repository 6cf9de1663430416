import { useSyncExternalStore } from 'react'
import { createSentPayments, type SentPayment } from '#lib/chain/sent-payments'

/** Payments on their way, of this browser. */
export const sentPayments = createSentPayments(localStorage, window, Date.now)

/** A payment nobody knows anything of after this time is not on its way: it was replaced, or never sent. */
const LOST_AFTER_MS = 10 * 60_000
export const isLost = ({ sentAtMs }: SentPayment): boolean => Date.now() - sentAtMs > LOST_AFTER_MS

/** Those of one person and kind, live. */
export function useSentPayments(userId: string, kind: SentPayment['kind']): readonly SentPayment[] {
  const all = useSyncExternalStore(sentPayments.subscribe, sentPayments.all)
  return all.filter((payment) => payment.userId === userId && payment.kind === kind)
}
