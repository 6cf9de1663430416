/** A failure that operators can fix: its message says how and is printed without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** The settings can't be used; the message has a sentence for each fault. */
export class UnusableSettings extends OperatorError {
  override name = 'UnusableSettings'
}
