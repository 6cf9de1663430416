import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Statement } from './sql.ts'

/** Dates are sent as timestamptz, byte arrays as bytea, arrays as SQL arrays. */
export type SqlValue =
  | string
  | number
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number | boolean | null)[]

export interface Queryable {
  /** int8 arrives as a safe integer, timestamptz as Date, date as 'YYYY-MM-DD'. Errors have SQLSTATE in `code`. */
  query<Row = Record<string, unknown>>(text: Statement<Row>, values?: readonly SqlValue[]): Promise<Row[]>
}

export interface Tx extends Queryable {
  readonly inTransaction: true
}

export interface Listener {
  onMessage: (payload: string) => void
  /** Called at the start and after each reconnect, when messages may have been missed. */
  onGap: () => void
  onError: (error: unknown) => void
}

export interface ConnectionUse {
  open: number
  idle: number
  /** Number of queries and transactions that wait for a connection. */
  waiting: number
}

export interface Db extends Queryable {
  /**
   * Runs a read committed transaction: commits when `work` resolves, rolls back when it throws. Retried once after a
   * deadlock or serialisation conflict, so `work` must have no effects outside the database: publish live topics and
   * sign afterwards.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs several statements without parameters; for tests only. */
  script(text: string): Promise<void>
  /** Listens to a channel. Returns a function that unsubscribes. Undefined where no other process is. */
  listen?(channel: string, listener: Listener): () => Promise<void>
  /** Returns the pool's use. Undefined on a test's database. */
  connections?(): ConnectionUse
  close(): Promise<void>
}

/** Runs `work` in a transaction that is rolled back. Returns its result. */
export async function dryRun<T>(db: Pick<Db, 'tx'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('rolled back on purpose')
  let done: { result: T } | undefined
  await db
    .tx(async (tx) => {
      done = { result: await work(tx) }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return (done as unknown as { result: T }).result
}

export interface Adapter {
  query(text: string, values: readonly SqlValue[]): Promise<unknown[]>
  script(text: string): Promise<void>
  transaction<T>(work: (query: Adapter['query']) => Promise<T>): Promise<T>
  listen?: Db['listen']
  connections?: Db['connections']
  close(): Promise<void>
}

/** Throws when the Db is used inside its own transaction: it would hang, or run outside the transaction. */
export function guardedDb(adapter: Adapter): Db {
  const open = new AsyncLocalStorage<true>()
  const outside = (what: string) => {
    if (open.getStore()) throw new Error(`db.${what} was used inside db.tx; use the tx passed to the callback`)
  }
  return {
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
    ...(adapter.connections ? { connections: adapter.connections } : {}),
    close: () => adapter.close(),
  }
}

/** deadlock_detected and serialization_failure: rolled back, so a retry may succeed. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])
const isRetryable = (error: unknown) => RETRYABLE.has(sqlState(error))

const IN_FAILED_TRANSACTION = '25P02'

const RETRY_AFTER_MS = 25

async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRetryable(error)) throw error
    // Otherwise it takes the lock again that the other transaction was just woken for, and both deadlock a second time.
    await pause(RETRY_AFTER_MS)
    return work()
  }
}

/** Runs `work`. Rethrows a failed statement's error though `work` caught it: PostgreSQL rolls back silently. */
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
    // Rethrown even if wrapped: later errors follow from the conflict, and pipelined statements report only that the
    // transaction is aborted.
    throw failed && (isRetryable(failed.error) || sqlState(error) === IN_FAILED_TRANSACTION) ? failed.error : error
  } finally {
    isOver = true
  }
}

export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const LOCK_NOT_AVAILABLE = '55P03'
export const LOST_CONNECTION = '08006'

export const lostConnection = (error: Error): Error => Object.assign(error, { code: LOST_CONNECTION })

export function brokenConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}

/** Returns the integer. Throws beyond 2^53: the product counts far below, so it is a bug, and not rounded. */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`)
  return value
}
