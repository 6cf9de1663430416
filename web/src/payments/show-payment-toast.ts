import { toast } from '#ui/feedback/toast'
import type { ToastMessage } from '../ui/feedback/toast-queue.ts'

let dismissLast = () => {}

/** Replaces the toast of the previous step. */
export function showPaymentToast(message: ToastMessage): void {
  dismissLast()
  dismissLast = toast(message)
}
