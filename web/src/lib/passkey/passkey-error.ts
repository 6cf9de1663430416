import type { ErrorText } from '../error-text.ts'

export type PasskeyFailure =
  /** The person closed the prompt, or let it run out. Browsers don't say which. */
  | 'DECLINED'
  /** This device holds one of the account's passkeys already. */
  | 'EXISTS'
  /** Nothing here can make or use a passkey that checks the person. */
  | 'UNSUPPORTED'
  | 'FAILED'
  /** The page asked for something else, or ended. */
  | 'ABORTED'

/** A failure of the browser's passkey prompt. Errors of browsers are translated only here. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: PasskeyFailure

  constructor(reason: PasskeyFailure, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** WebAuthn's names of errors. */
const REASONS: Record<string, PasskeyFailure> = {
  NotAllowedError: 'DECLINED',
  InvalidStateError: 'EXISTS',
  NotSupportedError: 'UNSUPPORTED',
  ConstraintError: 'UNSUPPORTED',
  SecurityError: 'UNSUPPORTED',
  AbortError: 'ABORTED',
}

/** Maps what `navigator.credentials` or `@simplewebauthn/browser` throws. */
export function passkeyError(cause: unknown): PasskeyError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const name = inner instanceof Error ? inner.name : ''
  return new PasskeyError(REASONS[name] ?? 'FAILED', { cause })
}

export function passkeyErrorText({ reason }: PasskeyError): ErrorText {
  switch (reason) {
    case 'DECLINED':
    case 'ABORTED':
      return {
        title: 'No passkey was used',
        description: 'The prompt was closed or ran out. Try again when you are ready.',
      }
    case 'EXISTS':
      return {
        title: 'This device has a passkey already',
        description: 'Use it to sign in, or add one on another device.',
      }
    case 'UNSUPPORTED':
      return {
        title: 'Passkeys don’t work here',
        description:
          'This browser or device has no screen lock that a passkey could use. Set one up, or use another device.',
      }
    case 'FAILED':
      return { title: 'The passkey didn’t work', description: 'Your device couldn’t use it. Try again.' }
  }
}
