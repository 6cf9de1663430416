import type { ErrorBody, ErrorCode } from '@aura/api/errors'

/** The API's error codes and two client codes: no response, and a response that isn't from the API. */
export type ClientErrorCode = ErrorCode | 'OFFLINE' | 'UNKNOWN'

/** A failed call. `message` is "<status>: <body>", or the status text if the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly statusText: string
  readonly code: ClientErrorCode
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

export class OfflineError extends Error {
  override readonly name = 'OfflineError'
  readonly code: ClientErrorCode = 'OFFLINE'

  constructor(options?: ErrorOptions) {
    super('The server isn’t responding', options)
  }
}

/** Returns whether the session has ended, as opposed to a rejected sign-in. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.message.startsWith('401:') && error.message.includes('Unauthorized')

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
