import { API_ERRORS, type ErrorBody, type ErrorCode } from '@aura/api/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { sqlState } from '../db/db.ts'

const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
}

/**
 * Transient failures by SQLSTATE: lost connection (08), server starting or stopping (57P), resources or disk exhausted
 * (53), I/O error (58030), read-only standby (25006), lock timeout (55P03), statement or transaction timeout (57014,
 * 25P03).
 */
const OUTAGES = /^(08...|57P0[1235]|53...|58030|25006|55P03|57014|25P03)$/

function isOutage(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/.test(code) || OUTAGES.test(sqlState(error) ?? '')
}

const isUnstorable = (error: unknown) => /^(22021|22P05)$/.test(sqlState(error) ?? '')

/** Returns the error to send, or undefined for a bug, whose details stay in the log. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = FRAMEWORK_CODES[code ?? '']
  if (known) return new AppError(known)
  if (statusCode === 429) return new AppError('RATE_LIMITED')
  // Checked before outages: a client that hangs up during its body is ECONNRESET, too, with status 400.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('INVALID_REQUEST')
  if (isOutage(error)) return new AppError('UNAVAILABLE')
  return isUnstorable(error) ? new AppError('INVALID_REQUEST') : undefined
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return { code: error.code, message: error.message, requestId, ...(error.data ? { data: error.data } : {}) }
}

/** Sends a failure. No other function does. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const expected = asAppError(error)
  if (!expected || expected.status >= 500) request.log.error({ err: error }, 'request failed')
  const failure = expected ?? new AppError('INTERNAL', { message: API_ERRORS.INTERNAL.message })
  const retryAfterMs = failure.data?.retryAfterMs
  if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / 1_000))
  void reply.status(failure.status).header('cache-control', 'no-store').send(errorBody(failure, request.id))
}
