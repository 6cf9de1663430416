import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'
import { type Adapter, type Db, guardedDb, LOST_CONNECTION, lostConnection, type SqlValue, safeInteger } from '../db.ts'
import { listenPg } from './pg-listener.ts'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return safeInteger
    if (oid === DATE) return (text: string) => text
    if (oid === TIMESTAMPTZ) return moment
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const anyMoment = pg.types.getTypeParser(TIMESTAMPTZ)

/** Parses a timestamp. pg's parser takes four times as long, and each signed-in request reads three. */
function moment(text: string): Date {
  const isPlain = text.startsWith('2') && text.charAt(10) === ' ' && text.endsWith('+00')
  if (!isPlain) return anyMoment(text)
  const time = Date.UTC(
    digits(text, 0, 4),
    digits(text, 5, 7) - 1,
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
    digits(text, 17, 19),
    digits(text.slice(20, -'+00'.length).padEnd(3, '0'), 0, 3),
  )
  return new Date(time)
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let index = from; index < to; index++) value = value * 10 + text.charCodeAt(index) - 48
  return value
}

/** Names of statements by text, prepared once per connection. A hash, so that none stands for two. */
const statementNames = new Map<string, string>()
function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `aura_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    statementNames.set(text, name)
  }
  return name
}

/** Limits in milliseconds, which confine a frozen transaction, a held lock or a hanging server. */
export interface DatabaseTimeouts {
  /** PostgreSQL ends a transaction idle for this long and releases its locks. */
  idleInTransactionMs: number
  lockMs: number
  statementMs: number
  /** The client gives up and drops the connection. Longest of all, since the others give a reason. */
  answerMs: number
}

export const REQUEST_TIMEOUTS: DatabaseTimeouts = {
  idleInTransactionMs: 3_000,
  lockMs: 8_000,
  statementMs: 15_000,
  answerMs: 20_000,
}

/** too_many_connections: only raised while connecting. */
const TOO_MANY_CONNECTIONS = '53300'
/** Milliseconds to connect; the operating system's own limit is much longer. */
const CONNECT_MS = 5_000
/** Milliseconds a request then waits for a free connection, and between its attempts. */
const FREE_WITHIN_MS = 3_000
const FREE_CHECK_MS = 50

/**
 * Milliseconds after which an unused connection closes. At pg's default of ten seconds, the interval of unhurried jobs, they
 * would often connect again, which takes many times as long as their statements.
 */
const UNUSED_MS = 2 * 60_000
/** Interval of TCP keep-alive, which detects dead connections. */
const KEEP_ALIVE_MS = 10_000

const boundsOf = ({ idleInTransactionMs, lockMs, statementMs, answerMs }: DatabaseTimeouts): pg.PoolConfig => ({
  idle_in_transaction_session_timeout: idleInTransactionMs,
  lock_timeout: lockMs,
  statement_timeout: statementMs,
  query_timeout: answerMs,
})

/** Settings of every session, because role, database or server may have other defaults. */
const SESSION = {
  // Statements are short. Where the planner expects a long one, compiling it takes many times as long as running it.
  jit: 'off',
  timezone: 'UTC',
  default_transaction_isolation: 'read committed',
}
const NO_LIMITS = { idle_in_transaction_session_timeout: 0, lock_timeout: 0, statement_timeout: 0 }

const settingsOf = (how: 'set' | 'set local', settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = '${value}'`)
    .join('; ')

/**
 * Returns a BEGIN that sets the session's settings and limits for one transaction, since a transaction pooler keeps no
 * session. `query_timeout` remains a setting of the client.
 */
function beginWithin(timeouts: DatabaseTimeouts | undefined): string {
  const { default_transaction_isolation: isolation, ...session } = SESSION
  const limits = timeouts && {
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    lock_timeout: timeouts.lockMs,
    statement_timeout: timeouts.statementMs,
  }
  return `begin isolation level ${isolation}; ${settingsOf('set local', { ...session, ...(limits ?? NO_LIMITS) })}`
}

export interface PgOptions {
  url: string
  /** PostgreSQL's address without the pooler of `url`. If set, nothing at `url` may outlive a transaction. */
  directUrl?: string | null | undefined
  poolSize?: number
  /** Undefined for migrations and tests, whose statements may take long. */
  timeouts?: DatabaseTimeouts | undefined
}

type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** PgBouncer refuses settings of a session that it doesn't pass on. */
const reasonFor = (reason: string): string =>
  /unsupported startup parameter/i.test(reason)
    ? 'it is behind PgBouncer, which keeps no limits of a session. Set DATABASE_DIRECT_URL to its address without PgBouncer'
    : reason

/** The server can't be used from the start; `code` is the failure's code. */
export class DatabaseUnusable extends OperatorError {
  override name = 'DatabaseUnusable'
  readonly code: string | undefined

  constructor(cause: Error & { code?: string }, setting: AddressSetting = 'DATABASE_URL') {
    // If a name has several addresses, Node reports each failure but no summary.
    const reason =
      cause instanceof AggregateError ? cause.errors.map(({ message }) => message).join('; ') : cause.message
    super(`Can't use the PostgreSQL server at ${setting}: ${reasonFor(reason)}`, { cause })
    this.code = cause.code
  }
}

/** Opens a pool on PostgreSQL 15 or newer. Throws DatabaseUnusable if it doesn't respond. */
export async function openPg(options: PgOptions): Promise<Db> {
  const db = pgPool(options)
  try {
    await db.script('select 1')
  } catch (error) {
    await db.close()
    throw new DatabaseUnusable(error as Error)
  }
  return db
}

function pgPool({ url, directUrl = null, poolSize = 16, timeouts }: PgOptions): Db {
  const isPooled = directUrl !== null
  const begin = isPooled ? beginWithin(timeouts) : 'begin'
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: UNUSED_MS,
    application_name: 'aura',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(timeouts ? (isPooled ? { query_timeout: timeouts.answerMs } : boundsOf(timeouts)) : {}),
    // Independent statements of a transaction are sent without waiting for each other.
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => {
      if (!isPooled) await client.query(settingsOf('set', { ...SESSION, ...(timeouts ? {} : NO_LIMITS) }))
    },
  })
  // A connection that breaks while idle is discarded; an unhandled error would end the process.
  pool.on('error', () => {})
  // A connection that breaks inside a transaction fails its next statement; unhandled, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = async (client: pg.Pool | pg.PoolClient, text: string, values: readonly SqlValue[]) => {
    const statement = { ...(isPooled ? {} : { name: nameOf(text) }), text, values: values.map(toPg) }
    return (await client.query(statement).catch(rethrow)).rows as unknown[]
  }
  /** Runs `use` and retries while the server has no free connection. */
  async function withConnection<T>(use: () => Promise<T>): Promise<T> {
    for (const untilMs = performance.now() + FREE_WITHIN_MS; ; await pause(FREE_CHECK_MS)) {
      try {
        return await use()
      } catch (error) {
        const isRefused = (error as { code?: unknown }).code === TOO_MANY_CONNECTIONS
        if (!isRefused || pool.totalCount === 0 || performance.now() > untilMs) throw error
      }
    }
  }

  /** Runs a transaction of one statement, sent at once. */
  async function runAlone(text: string, values: readonly SqlValue[]): Promise<unknown[]> {
    const client = await pool.connect().catch(rethrow)
    const sent = [client.query(begin).catch(rethrow), run(client, text, values), client.query('commit').catch(rethrow)]
    const outcomes = await Promise.allSettled(sent)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    // A failed statement turns the commit into a rollback; any other failure leaves the connection in an unknown state.
    const isEnded = outcomes[0]?.status === 'fulfilled' && outcomes[2]?.status === 'fulfilled'
    client.release(isEnded ? undefined : asError(failed?.reason))
    if (failed) throw failed.reason
    return (await sent[1]) as unknown[]
  }

  const adapter: Adapter = {
    query: (text, values) => withConnection(() => (isPooled ? runAlone(text, values) : run(pool, text, values))),
    async script(text) {
      await pool.query(text)
    },
    async transaction(work) {
      const client = await withConnection(() => pool.connect().catch(rethrow))
      let broken: Error | undefined
      try {
        await client.query(begin).catch(rethrow)
        const result = await work((text, values) => run(client, text, values))
        await client.query('commit').catch(rethrow)
        return result
      } catch (error) {
        broken = isLost(error) ? (error as Error) : await client.query('rollback').then(() => undefined, asError)
        throw error
      } finally {
        // If the rollback failed, the transaction may still be open: discard the connection.
        client.release(broken)
      }
    },
    listen: (channel, listener) => listenPg(directUrl ?? url, channel, listener),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
  return guardedDb(adapter)
}

/** pg reports lost connections and timeouts only by message. */
const LOST = /\bconnect|\btimeout\b|\bnot queryable\b|\bcalling end\b|^Received unexpected /i

function rethrow(error: Error & { code?: string }): never {
  throw error.code === undefined && LOST.test(error.message) ? lostConnection(error) : error
}

const isLost = (error: unknown) => (error as { code?: unknown }).code === LOST_CONNECTION
const asError = (error: unknown) => error as Error

/** Converts byte arrays, since pg would send a Uint8Array as an array of numbers. */
function toPg(value: SqlValue) {
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Array.isArray(value) ? arrayLiteral(value) : value
}

/** Returns an array literal. pg's own conversion took a tenth of the time of statements with thousands of rows. */
const arrayLiteral = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`

const quoted = (text: string) => (/["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`)
