import { toast } from '#ui/feedback/toast'
import { isUnauthorized } from './api-error.ts'
import { errorText, type FailureText } from './error-text.ts'

/**
 * Shows why a call failed, unless the session ended, which is shown where it is noticed. Returns a function that withdraws
 * the message, shown or queued.
 */
export function toastFailure(error: unknown, failure?: FailureText): (() => void) | undefined {
  return isUnauthorized(error) ? undefined : toast({ ...errorText(error, failure), kind: 'destructive' })
}
