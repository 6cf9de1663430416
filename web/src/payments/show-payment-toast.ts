import { toast } from '#ui/feedback/toast'
import type { ToastMessage } from '../ui/feedback/toast-queue.ts'

let dismissLast = () => {}

export function showPaymentToast(message: ToastMessage): void {
  dismissLast()
  dismissLast = toast(message)
}
