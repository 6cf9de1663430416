import { toast } from '#ui/feedback/toast'
import { isUnauthorized } from './api-error.ts'
import { errorText, type FailureText } from './error-text.ts'

/** Shows why a call failed, unless the session ended, which is shown where it is noticed. */
export function toastFailure(error: unknown, failure?: FailureText): void {
  if (!isUnauthorized(error)) toast({ ...errorText(error, failure), kind: 'destructive' })
}
