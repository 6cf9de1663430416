import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Adapter, type Db, guardedDb, LOST_CONNECTION, lostConnection, type SqlValue, safeInteger } from './db.ts'
import { listenPg } from './pg-listener.ts'

const INT8 = 20
const DATE = 1082

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return safeInteger
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/**
 * Statements are few and fixed, so each is prepared once a connection. Its name is a hash of its text: a connection that
 * another process has used, behind a pooler, never runs that process's statement in place of ours.
 */
const statementNames = new Map<string, string>()
function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `aura_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    statementNames.set(text, name)
  }
  return name
}

/**
 * How long the database may keep anybody waiting, in milliseconds. A process that froze inside a transaction, a lock that
 * somebody else holds, or a server that stopped answering then costs one request, and not everybody's.
 */
export interface DatabaseTimeouts {
  /** PostgreSQL ends a transaction that nobody has continued for this long, and with it its locks. */
  idleInTransactionMs: number
  /** A statement gives up waiting for a lock. */
  lockMs: number
  /** PostgreSQL ends a statement. */
  statementMs: number
  /** The client gives up on an answer and drops the connection; longer than the others, which say why. */
  answerMs: number
}

/** For servers, whose requests somebody waits for. */
export const REQUEST_TIMEOUTS: DatabaseTimeouts = {
  idleInTransactionMs: 3_000,
  lockMs: 8_000,
  statementMs: 15_000,
  answerMs: 20_000,
}

/** too_many_connections: only ever said before a connection stands. */
const TOO_MANY_CONNECTIONS = '53300'
/** How long a request then waits for another one's connection, and how often it looks. */
const FREE_WITHIN_MS = 3_000
const FREE_CHECK_MS = 50

/** How soon a connection that died without a word is noticed. */
const KEEP_ALIVE_MS = 10_000

/** Settings of each session, and of the client, that bound how long anything waits. */
const boundsOf = ({ idleInTransactionMs, lockMs, statementMs, answerMs }: DatabaseTimeouts): pg.PoolConfig => ({
  idle_in_transaction_session_timeout: idleInTransactionMs,
  lock_timeout: lockMs,
  statement_timeout: statementMs,
  query_timeout: answerMs,
})

export interface PgOptions {
  url: string
  /** Connections at the most. */
  poolSize?: number
  /** Without them statements take as long as they need: for migrations and tests. */
  timeouts?: DatabaseTimeouts | undefined
}

/** The server can't be used from the start; the message says why, and `code` is that of the failure. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
  readonly code: string | undefined

  constructor(cause: Error & { code?: string }) {
    // Where a name leads to several addresses, Node says of each why, and of all of them nothing.
    const reason =
      cause instanceof AggregateError ? cause.errors.map(({ message }) => message).join('; ') : cause.message
    super(`The PostgreSQL server that DATABASE_URL names can't be used: ${reason}`, { cause })
    this.code = cause.code
  }
}

/** Opens a PostgreSQL server (15 or newer) as a Db, and makes sure that it answers; else throws DatabaseUnusable. */
export async function openPg({ url, poolSize = 16, timeouts }: PgOptions): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    // Without it a lost server leaves callers waiting for the operating system's own, much longer limit.
    connectionTimeoutMillis: 5_000,
    application_name: 'aura',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(timeouts ? boundsOf(timeouts) : {}),
    // Statements of a transaction that don't wait for each other's answers are sent without waiting, in their order.
    pipeline: true,
  })
  // One that breaks while idle is not used again; unheard, it would end the process.
  pool.on('error', () => {})
  // One that breaks between two statements of a transaction fails the next; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = async (client: pg.Pool | pg.PoolClient, text: string, values: readonly SqlValue[]) =>
    (await client.query({ name: nameOf(text), text, values: values.map(toPg) }).catch(rethrow)).rows as unknown[]
  /** Where the server gives no more connections, one of those that there are may become free soon. */
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

  const adapter: Adapter = {
    kind: 'postgres',
    query: (text, values) => withConnection(() => run(pool, text, values)),
    async script(text) {
      await pool.query(text)
    },
    async transaction(work) {
      const client = await withConnection(() => pool.connect().catch(rethrow))
      let broken: Error | undefined
      try {
        await client.query('begin').catch(rethrow)
        const result = await work((text, values) => run(client, text, values))
        await client.query('commit').catch(rethrow)
        return result
      } catch (error) {
        broken = isLost(error) ? (error as Error) : await client.query('rollback').then(() => undefined, asError)
        throw error
      } finally {
        // A connection that could not roll back may still hold the transaction open: it is thrown away.
        client.release(broken)
      }
    },
    listen: (channel, listener) => listenPg(url, channel, listener),
    close: () => pool.end(),
  }
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new DatabaseUnusable(error as Error)
  }
  return guardedDb(adapter)
}

/** pg tells a connection that broke or was closed, or an answer that did not come in time, in words only. */
const LOST = /\bconnect|\btimeout\b|\bnot queryable\b|\bcalling end\b|^Received unexpected /i

function rethrow(error: Error & { code?: string }): never {
  throw error.code === undefined && LOST.test(error.message) ? lostConnection(error) : error
}

const isLost = (error: unknown) => (error as { code?: unknown }).code === LOST_CONNECTION
const asError = (error: unknown) => error as Error

/** How long a message between two connections may take at the start. */
const HEARD_WITHIN_MS = 5_000

/**
 * Makes sure that a connection stays the same from one statement to the next. Throws DatabaseUnusable behind a pooler that
 * hands it on: LISTEN then hears nothing, and what one server changed would not reach the pages that others keep live.
 */
export async function assertKeepsSession(url: string, heardWithinMs = HEARD_WITHIN_MS): Promise<void> {
  const channel = `aura_start_${randomUUID().replaceAll('-', '')}`
  const open = () =>
    new pg.Client({ connectionString: url, connectionTimeoutMillis: HEARD_WITHIN_MS, query_timeout: HEARD_WITHIN_MS })
  const [listener, sender] = [open(), open()]
  const heard = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => heard.resolve(false), heardWithinMs)
  listener.on('notification', () => heard.resolve(true))
  // A connection that breaks here fails the statement that uses it.
  for (const client of [listener, sender]) client.on('error', () => {})
  try {
    await Promise.all([listener.connect(), sender.connect()])
    await listener.query(`listen ${channel}`)
    await sender.query(`notify ${channel}`)
    if (!(await heard.promise)) {
      throw new Error(
        'it is behind a pooler that does not keep a connection for a session (LISTEN hears nothing). ' +
          'Connect to PostgreSQL itself, or let the pooler pool by session',
      )
    }
  } catch (error) {
    throw new DatabaseUnusable(error as Error)
  } finally {
    clearTimeout(timer)
    await Promise.allSettled([listener.end(), sender.end()])
  }
}

/** pg would send a Uint8Array as an array of numbers; Buffer is what it knows. */
function toPg(value: SqlValue) {
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Array.isArray(value) ? arrayLiteral(value) : value
}

/** pg does this, too, and rewrites every element twice: a tenth of what a statement with thousands of rows took. */
const arrayLiteral = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`

const quoted = (text: string) => (/["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`)
