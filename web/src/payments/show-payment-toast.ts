import { toast } from '#ui/feedback/toast'
import type { ToastMessage } from '../ui/feedback/toast-queue.ts'

let dismissLast = () => {}

/** Withdraws the last message about a payment, shown or queued. */
export const dismissPaymentToast = (): void => dismissLast()

export function showPaymentToast(message: ToastMessage): void {
  dismissLast()
  dismissLast = toast(message)
}
