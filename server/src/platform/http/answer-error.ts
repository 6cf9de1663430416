import { API_ERRORS, type ErrorBody, type ErrorCode } from '@aura/api/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { sqlState } from '../db/db.ts'

/** What the framework refuses by itself, in the API's own codes. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
}

/**
 * Failures of the database that are nobody's bug and pass: lost connections (08), a server that starts or stops (57P), no
 * resources or no disk left (53), an I/O error (58030), a standby that takes no writes (25006), a lock not had in time
 * (55P03), a statement or a transaction ended by its time limit (57014, 25P03).
 */
const OUTAGES = /^(08...|57P0[1235]|53...|58030|25006|55P03|57014|25P03)$/

/** The database is away, or can't do what it is asked now: connection trouble by Node's codes, or by SQLSTATE. */
function isOutage(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/.test(code) || OUTAGES.test(sqlState(error) ?? '')
}

/** Text the database can't store, in whatever way it got there: SQLSTATE 22021 and 22P05. */
const isUnstorable = (error: unknown) => /^(22021|22P05)$/.test(sqlState(error) ?? '')

/** The failure as the API tells it; undefined for a bug, whose details stay in the log. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (isOutage(error)) return new AppError('UNAVAILABLE')
  if (isUnstorable(error)) return new AppError('INVALID_REQUEST')
  const { code, statusCode } = error as Partial<FastifyError>
  const known = FRAMEWORK_CODES[code ?? '']
  if (known) return new AppError(known)
  if (statusCode === 429) return new AppError('RATE_LIMITED')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('INVALID_REQUEST')
  return undefined
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return { code: error.code, message: error.message, requestId, ...(error.data ? { data: error.data } : {}) }
}

/** The one place where a failure becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const expected = asAppError(error)
  if (!expected || expected.status >= 500) request.log.error({ err: error }, 'request failed')
  const told = expected ?? new AppError('INTERNAL', { message: API_ERRORS.INTERNAL.message })
  const retryAfterMs = told.data?.retryAfterMs
  if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / 1_000))
  void reply.status(told.status).header('cache-control', 'no-store').send(errorBody(told, request.id))
}
