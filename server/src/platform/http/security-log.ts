import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'

/** Security events; `docs/running.md` describes each. */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'session-ended'
  | 'wallet-linked'
  | 'wallet-link-refused'
  | 'wallet-replacement-requested'
  | 'wallet-replacement-cancelled'
  | 'wallet-replaced'
  | 'x-linked'
  | 'x-link-refused'
  | 'x-unlinked'
  | 'push-added'
  | 'account-deleted'
  | 'deletion-refused'
  | 'fresh-proof-passed'
  | 'fresh-proof-refused'
  | 'admin-read'
  | 'signing-refused'

/** Receives the lines. */
export interface SecurityLog {
  info(facts: object, message: string): void
}

/** For programs that nobody watches. */
export const noLog = { info() {}, warn() {}, error() {} }

export interface SecurityFacts {
  userId?: string | undefined
  /** Any case; only a keyed hash of it is written. */
  walletAddress?: string | undefined
  by?: 'wallet' | 'x'
  /** Purpose of the fresh proof. */
  purpose?: string
  /** An error code, or how a trip to X ended. */
  reason?: string
  /** Sessions that ended with it. */
  ended?: number
  /** The call an admin read by, and what was asked for. */
  call?: string
  asked?: Readonly<Record<string, unknown>> | undefined
}

/** Writes one line about somebody's access. No token, signature or address gets into it. */
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

/** The log of one request. The server's own, since a route may keep its requests' lines to itself. */
export const securityLogOf =
  (ctx: Pick<Context, 'settings'>, request: FastifyRequest) =>
  (kind: SecurityEvent, facts: SecurityFacts): void =>
    logSecurity(ctx, { log: request.server.log, requestId: request.id }, kind, facts)

/** Does something, and writes down an expected refusal of it before passing it on. */
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
