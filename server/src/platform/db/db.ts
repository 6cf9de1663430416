import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement parameter. Dates are sent as timestamptz, byte arrays as bytea, arrays as SQL arrays. */
export type SqlValue =
  | string
  | number
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number | boolean | null)[]

export interface Queryable {
  /**
   * Runs one statement with numbered parameters and returns its rows. int8 arrives as a safe integer (a larger value
   * throws), timestamptz as Date, date as 'YYYY-MM-DD'. Database errors carry their SQLSTATE in `code`.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** An open transaction. All statements run through it commit or roll back together. */
export interface Tx extends Queryable {
  readonly inTransaction: true
}

/** Receives the messages of a channel. */
export interface Listener {
  onMessage: (payload: string) => void
  /** Earlier messages may have been missed: called at the start and after each reconnect. */
  onGap: () => void
  onError: (error: unknown) => void
}

export interface Db extends Queryable {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction (read committed) and returns its result; commits when it resolves, rolls back when
   * it throws. Retries it once in a new transaction after a deadlock or serialisation conflict, so `work` must have no
   * effects outside the database: publish live topics and sign after this resolves.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs several statements without parameters. For tests only. */
  script(text: string): Promise<void>
  /**
   * Subscribes to a channel shared by all servers. Returns a function that unsubscribes. Undefined on a database that
   * only this process can open.
   */
  listen?(channel: string, listener: Listener): () => Promise<void>
  close(): Promise<void>
}

/** Interface of a database driver; `guardedDb` turns it into a Db. */
export interface Adapter {
  kind: Db['kind']
  query(text: string, values: readonly SqlValue[]): Promise<unknown[]>
  script(text: string): Promise<void>
  transaction<T>(work: (query: Adapter['query']) => Promise<T>): Promise<T>
  listen?: Db['listen']
  close(): Promise<void>
}

/**
 * Returns a Db that throws when used from inside one of its own transactions. On one connection such use would hang for
 * ever; on a pool it would silently run outside the transaction.
 */
export function guardedDb(adapter: Adapter): Db {
  const open = new AsyncLocalStorage<true>()
  const outside = (what: string) => {
    if (open.getStore()) throw new Error(`db.${what} was used inside db.tx; use the tx that was handed in`)
  }
  return {
    kind: adapter.kind,
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      outside('query')
      return (await retryOnce(() => adapter.query(text, values))) as Row[]
    },
    async tx<T>(work: (tx: Tx) => Promise<T>) {
      outside('tx')
      return retryOnce(() => adapter.transaction((query) => open.run(true, () => inTransaction(query, work))))
    },
    async script(text) {
      outside('script')
      await adapter.script(text)
    },
    ...(adapter.listen ? { listen: adapter.listen } : {}),
    close: () => adapter.close(),
  }
}

/** deadlock_detected and serialization_failure: the database rolled everything back and a retry may succeed. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])
const isRetryable = (error: unknown) => RETRYABLE.has(sqlState(error))

/** in_failed_sql_transaction */
const IN_FAILED_TRANSACTION = '25P02'

/** Runs `work` again after a conflict. Throws whatever the second run throws. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRetryable(error)) throw error
    return work()
  }
}

/**
 * Runs a transaction's work. PostgreSQL silently rolls back after a failed statement even when the work caught the
 * error, so that error is thrown again.
 */
async function inTransaction<T>(query: Adapter['query'], work: (tx: Tx) => Promise<T>): Promise<T> {
  let failed: { error: unknown } | undefined
  let isOver = false
  const tx: Tx = {
    inTransaction: true,
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      if (isOver) throw new Error('a tx was used after its transaction had ended')
      try {
        return (await query(text, values)) as Row[]
      } catch (error) {
        failed ??= { error }
        throw error
      }
    },
  }
  try {
    const result = await work(tx)
    if (failed) throw failed.error
    return result
  } catch (error) {
    // Also when the work wrapped the error: later errors follow from the conflict. Pipelined statements behind a failed
    // one report only that the transaction is aborted.
    throw failed && (isRetryable(failed.error) || sqlState(error) === IN_FAILED_TRANSACTION) ? failed.error : error
  } finally {
    isOver = true
  }
}

/** Returns the SQLSTATE of a database error, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** connection_failure. */
export const LOST_CONNECTION = '08006'

/** Returns the error, marked as a lost connection. */
export const lostConnection = (error: Error): Error => Object.assign(error, { code: LOST_CONNECTION })

/** Returns the constraint a failed statement violated, else undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}

/**
 * Returns an int8 as a number. Throws beyond 2^53: the product counts far below that, so a larger value is a bug and
 * must not be rounded.
 */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`)
  return value
}
