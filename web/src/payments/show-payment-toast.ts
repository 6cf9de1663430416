import { toast } from '#ui/feedback/toast'
import type { ToastMessage } from '../ui/feedback/toast-queue.ts'

let dismissLast = () => {}

/** Says where a payment stands. What was said of an earlier step is taken back: it is not true any more. */
export function showPaymentToast(message: ToastMessage): void {
  dismissLast()
  dismissLast = toast(message)
}
