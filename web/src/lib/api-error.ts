import type { ErrorBody, ErrorCode } from '@aura/api/errors'

/** The API's codes, and two of the client's own: nothing answered, or something that is not the API did. */
export type ClientErrorCode = ErrorCode | 'OFFLINE' | 'UNKNOWN'

/** Any call that did not succeed. `message` is the status, a colon, a space and the body (or the status text). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly statusText: string
  readonly code: ClientErrorCode
  /** What the server says to the person, if it said anything. */
  readonly serverMessage: string | null
  readonly data: Record<string, unknown>

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    const body = parseErrorBody(bodyText)
    this.status = status
    this.statusText = statusText
    this.code = body?.code ?? 'UNKNOWN'
    this.serverMessage = body?.message ?? null
    this.data = body?.data ?? {}
  }
}

/** The network gave no answer at all. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'
  readonly code: ClientErrorCode = 'OFFLINE'

  constructor(options?: ErrorOptions) {
    super('No answer from the server', options)
  }
}

/** The session is gone, as opposed to a sign-in that was refused. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.message.startsWith('401:') && error.message.includes('Unauthorized')

/** The code of any failure. */
export const errorCode = (error: unknown): ClientErrorCode =>
  error instanceof ApiError || error instanceof OfflineError ? error.code : 'UNKNOWN'

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return null
    const { code, message } = body as Partial<ErrorBody>
    return typeof code === 'string' && typeof message === 'string' ? (body as ErrorBody) : null
  } catch {
    return null
  }
}
