import { toast } from '#ui/feedback/toast'
import type { ToastMessage } from '../ui/feedback/toast-queue.ts'

let dismissLast = () => {}

/** Shows a payment's status and dismisses the toast of its previous step. */
export function showPaymentToast(message: ToastMessage): void {
  dismissLast()
  dismissLast = toast(message)
}
