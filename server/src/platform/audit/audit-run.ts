import type { Db, Queryable } from '#platform/db/db'

/** One audit, made of many short reads. */
export interface AuditRun {
  /** How many rows the next read may look at. */
  readonly rows: number
  /** Runs `work` on a snapshot of its own. Throws AuditInterrupted once the audit was told to stop. */
  read<T>(work: (snapshot: Queryable) => Promise<T>): Promise<T>
  /** Reports how far a part has come, from 0 to 1 where that is known. */
  progress(part: string, done?: number): void
}

export interface AuditOptions {
  /** Ends the audit before its next read. */
  signal?: AbortSignal
  onProgress?: (part: string, done?: number) => void
  /** Rows a read looks at, at the most. */
  maxRows?: number
}

/** The audit was told to stop: it proved nothing. */
export class AuditInterrupted extends Error {
  override name = 'AuditInterrupted'
}

const MAX_ROWS = 8_192
const FIRST_ROWS = 2_048
const MIN_ROWS = 64
/** Reads grow after a few that were shorter than this, and shrink after one that took twice as long. */
const READ_MS = 75
const SHORT_READS = 8

/**
 * Reads in read-only transactions, each on one snapshot, and sizes them by the time they take: a long one would keep
 * dead rows from being cleaned up under everybody else's work.
 */
export function auditRun(db: Db, { signal, onProgress = () => {}, maxRows = MAX_ROWS }: AuditOptions = {}): AuditRun {
  let rows = Math.min(maxRows, FIRST_ROWS)
  let shortReads = 0
  // In powers of two: the limits stand in the statements, each of which is prepared once.
  const resize = (tookMs: number) => {
    shortReads = tookMs < READ_MS ? shortReads + 1 : 0
    if (tookMs > 2 * READ_MS) rows = Math.max(Math.min(rows, MIN_ROWS), Math.floor(rows / 2))
    else if (shortReads < SHORT_READS || rows === maxRows) return
    else rows = Math.min(maxRows, rows * 2)
    shortReads = 0
  }
  return {
    get rows() {
      return rows
    },
    async read(work) {
      if (signal?.aborted) throw new AuditInterrupted('The audit was interrupted. It proved nothing.')
      const beganMs = performance.now()
      const result = await db.tx(async (tx) => {
        await Promise.all([
          tx.query('set transaction isolation level repeatable read, read only'),
          // Ranges are read by index. A plan made while a table was small may read all of it for each of them.
          tx.query(`select set_config(name, 'off', true) from unnest($1::text[]) as name`, [['enable_seqscan', 'jit']]),
        ])
        return work(tx)
      })
      resize(performance.now() - beganMs)
      return result
    },
    progress: onProgress,
  }
}
