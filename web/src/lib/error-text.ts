import { withHint } from '../ui/forms/field-texts.ts'
import { ApiError, errorCode } from './api-error.ts'

export interface ErrorText {
  title: string
  description: string
  durationMs?: number
}

/** Text of a failed action. The server's reason, if any, replaces `description`; a 500 has none. */
export interface FailureText {
  readonly title: string
  readonly description: string
  /** Keeps `description`; the server's reason follows it. */
  readonly fixed?: true
  /** Shows the status if the response has no message. */
  readonly orStatus?: true
}

const READ_FAILED: FailureText = { title: 'Error', description: 'This didn’t load.' }

/** Follows the text of what failed. */
export const OFFLINE_HINT = 'No connection to Aura: check your network.'

/** Returns the text for a failed call. Features pass the text of their action; the default is that of a failed read. */
export function errorText(error: unknown, failure: FailureText = READ_FAILED): ErrorText {
  const code = errorCode(error)
  const { title, description, fixed, orStatus } = failure
  if (code === 'BETA_ACCESS_REQUIRED' && error instanceof ApiError) {
    return { title: 'Beta Access Required', description: error.serverMessage ?? description, durationMs: 6_000 }
  }
  if (code === 'OFFLINE') return { title, description: withHint(description, OFFLINE_HINT) }
  if (error instanceof ApiError) {
    const reason = error.serverMessage
    // Of an unexpected failure the server says less than the text of the action.
    if (reason && (code !== 'INTERNAL' || orStatus))
      return { title, description: fixed ? withHint(description, reason) : reason }
    if (orStatus) return { title, description: `${error.status}: ${error.statusText}` }
  }
  return { title, description }
}
