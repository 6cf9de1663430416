import { API_ERRORS, type ErrorCode } from '@aura/api/errors'

/** A failure that was expected: its code is part of the API, its text may be shown to people. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly data: Record<string, unknown> | undefined

  /** `message` replaces the code's own text where a field can say it better. */
  constructor(code: ErrorCode, { message, data }: { message?: string; data?: Record<string, unknown> } = {}) {
    super(message ?? API_ERRORS[code].message)
    this.code = code
    this.data = data
  }

  get status(): number {
    return API_ERRORS[this.code].status
  }
}
