import { API_ERRORS, type ErrorCode } from '@aura/api/errors'

/** An expected failure whose message may be shown to people. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly data: Record<string, unknown> | undefined

  constructor(code: ErrorCode, { message, data }: { message?: string; data?: Record<string, unknown> } = {}) {
    super(message ?? API_ERRORS[code].message)
    this.code = code
    this.data = data
  }

  get status(): number {
    return API_ERRORS[this.code].status
  }
}
