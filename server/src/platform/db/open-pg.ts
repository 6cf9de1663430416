import pg from 'pg'
import { type Adapter, type Db, guardedDb, lostConnection, type SqlValue, safeInteger } from './db.ts'
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

/** Statements are few and fixed, so each is prepared once a connection, under a name of its own. */
const statementNames = new Map<string, string>()
function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

export interface PgOptions {
  url: string
  /** Connections at the most. */
  poolSize?: number
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
export async function openPg({ url, poolSize = 16 }: PgOptions): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    // Without it a lost server leaves callers waiting for the operating system's own, much longer limit.
    connectionTimeoutMillis: 5_000,
    application_name: 'aura',
    // Statements of a transaction that don't wait for each other's answers are sent without waiting, in their order.
    pipeline: true,
  })
  // One that breaks while idle is not used again; unheard, it would end the process.
  pool.on('error', () => {})
  // One that breaks between two statements of a transaction fails the next; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = async (client: pg.Pool | pg.PoolClient, text: string, values: readonly SqlValue[]) =>
    (await client.query({ name: nameOf(text), text, values: values.map(toPg) }).catch(rethrow)).rows as unknown[]

  const adapter: Adapter = {
    kind: 'postgres',
    query: (text, values) => run(pool, text, values),
    async script(text) {
      await pool.query(text)
    },
    async transaction(work) {
      const client = await pool.connect().catch(rethrow)
      let broken: Error | undefined
      try {
        await client.query('begin').catch(rethrow)
        const result = await work((text, values) => run(client, text, values))
        await client.query('commit').catch(rethrow)
        return result
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError
        })
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

/** pg tells a connection that broke, or did not come about in time, in words only. */
function rethrow(error: Error & { code?: string }): never {
  throw error.code === undefined && /\bconnect/i.test(error.message) ? lostConnection(error) : error
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
