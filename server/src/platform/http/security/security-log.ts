import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'

/** Security events, to which features add (`declare module`); `docs/running.md` describes them. */
export interface SecurityEvents {
  'admin-read': true
}

export type SecurityEvent = keyof SecurityEvents

export interface SecurityLog {
  info(facts: object, message: string): void
}

/** Log for programs without one. */
export const noLog = { info() {}, warn() {}, error() {} }

export interface SecurityFacts {
  userId?: string | undefined
  /** Address in any case; only its keyed hash is logged. */
  walletAddress?: string | undefined
  /** `wallet`, `passkey`, or a provider's id. */
  by?: string
  purpose?: string
  /** An error code, or the outcome of a sign-in with X. */
  reason?: string
  ended?: number
  call?: string
  asked?: Readonly<Record<string, unknown>> | undefined
}

/** Logs a line without tokens, signatures or addresses. */
export function logSecurity(
  { settings }: Pick<Context, 'settings'>,
  { log, requestId }: { log: SecurityLog; requestId?: string },
  kind: SecurityEvent,
  { walletAddress, asked, ...facts }: SecurityFacts,
): void {
  const hashOf = (text: string) =>
    createHmac('sha256', settings.hashKey).update(`security-log/${text.toLowerCase()}`).digest('hex')
  const line = {
    event: 'security',
    kind,
    ...facts,
    ...(walletAddress && { walletHash: hashOf(walletAddress) }),
    ...(asked && { asked: mapValues(asked, (text) => (/^0x/i.test(text) ? hashOf(text) : text)) }),
    ...(requestId && { requestId }),
  }
  log.info(line, `security: ${kind}`)
}

const mapValues = (values: Readonly<Record<string, unknown>>, change: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  )

/** Returns the server's own log, since a route may disable its request log. */
export const securityLogOf =
  (ctx: Pick<Context, 'settings'>, request: FastifyRequest) =>
  (kind: SecurityEvent, facts: SecurityFacts): void => {
    request.server.countSecurityEvent(kind)
    logSecurity(ctx, { log: request.server.log, requestId: request.id }, kind, facts)
  }

/** Logs an expected refusal before rethrowing it. */
export async function loggingRefusal<T>(
  ctx: Pick<Context, 'settings'>,
  request: FastifyRequest,
  { kind, ...facts }: SecurityFacts & { kind: SecurityEvent },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) securityLogOf(ctx, request)(kind, { ...facts, reason: error.code })
    throw error
  }
}
