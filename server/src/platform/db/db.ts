import { AsyncLocalStorage } from 'node:async_hooks'

/** A value a statement takes. Dates are sent as timestamptz, byte arrays as bytea, arrays as SQL arrays. */
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
   * Runs one statement with numbered parameters and answers its rows. int8 arrives as a safe integer (a larger one
   * throws), timestamptz as Date, date as 'YYYY-MM-DD'. Failures of the database carry its SQLSTATE in `code`.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** An open transaction. Everything done through it happens together or not at all. */
export interface Tx extends Queryable {
  readonly inTransaction: true
}

/** Hears what is sent on a channel of the database. */
export interface Listener {
  onMessage: (payload: string) => void
  /** What was sent until now may not have been heard: at the beginning, and after a connection broke. */
  onGap: () => void
  onError: (error: unknown) => void
}

export interface Db extends Queryable {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction (read committed); commits when it resolves, rolls back when it throws. Runs it a second
   * time, in a new transaction, when the first one lost a deadlock or a conflict with another: so `work` changes nothing
   * but the database, and everything else (live topics, signing) happens after this resolves.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs several statements without parameters: for tests only. */
  script(text: string): Promise<void>
  /**
   * Hears what any server sends on a channel, until what it answers is called. Not there on a database that only this
   * process can open.
   */
  listen?(channel: string, listener: Listener): () => Promise<void>
  close(): Promise<void>
}

/** What an adapter brings; `guardedDb` makes a Db of it. */
export interface Adapter {
  kind: Db['kind']
  query(text: string, values: readonly SqlValue[]): Promise<unknown[]>
  script(text: string): Promise<void>
  transaction<T>(work: (query: Adapter['query']) => Promise<T>): Promise<T>
  listen?: Db['listen']
  close(): Promise<void>
}

/**
 * A Db that refuses to be used from inside one of its own transactions. On one connection that would hang for ever, on
 * a pool it would silently run outside the transaction; here it is a bug that names itself.
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

/** deadlock_detected and serialization_failure: the database undid everything, and the same may succeed at once. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])
const isRetryable = (error: unknown) => RETRYABLE.has(sqlState(error))

/** in_failed_sql_transaction */
const IN_FAILED_TRANSACTION = '25P02'

/** Runs `work` once more when it lost against somebody else's transaction; whatever the second run throws is thrown. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRetryable(error)) throw error
    return work()
  }
}

/**
 * The work of a transaction. After a failed statement the database undoes everything at the end, without a word, even
 * when the work caught the failure and carried on: so that failure is thrown again.
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
    // Also where the work made something else of it: what follows a lost conflict is of no meaning. And of statements that
    // were sent together, those behind the one that failed say only that something did.
    throw failed && (isRetryable(failed.error) || sqlState(error) === IN_FAILED_TRANSACTION) ? failed.error : error
  } finally {
    isOver = true
  }
}

/** The SQLSTATE of a database failure, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** connection_failure, as the server itself would call it. */
export const LOST_CONNECTION = '08006'

/** Marks a failure as a lost connection. */
export const lostConnection = (error: Error): Error => Object.assign(error, { code: LOST_CONNECTION })

/** The constraint a failed statement broke, else undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}

/** int8 as a number. The product counts in integers far below 2^53; anything larger is a bug, not something to round. */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`)
  return value
}
