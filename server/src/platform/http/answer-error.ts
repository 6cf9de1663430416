import { API_ERRORS, type ErrorBody, type ErrorCode } from '@aura/api/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { sqlState } from '../db/db.ts'

/** What the framework refuses by itself, in the API's own codes. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
}

/** The database is away or restarting: connection trouble by Node's codes, or SQLSTATE classes 08 and 57P. */
function isOutage(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/.test(code) || /^(08...|57P0[123]|53300)$/.test(sqlState(error) ?? '')
}

/** The failure as the API tells it; undefined for a bug, whose details stay in the log. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (isOutage(error)) return new AppError('UNAVAILABLE')
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
  void reply.status(told.status).header('cache-control', 'no-store').send(errorBody(told, request.id))
}
