import type { Db, Queryable } from '#platform/db/db'
import { readOneState } from '#platform/db/read-one-state'

export interface AuditRun {
  readonly rows: number
  /** Runs `work` on its own snapshot with these planner methods off. Throws AuditInterrupted once aborted. */
  read<T>(work: (snapshot: Queryable) => Promise<T>, without?: readonly `enable_${string}`[]): Promise<T>
  /** `done` is from 0 to 1; undefined if unknown. */
  progress(part: string, done?: number): void
}

export interface AuditOptions {
  signal?: AbortSignal
  onProgress?: (part: string, done?: number) => void
  maxRows?: number
  /** The checkpoint of the last audit that found no fault: this one reads only later rows. */
  checkpoint?: unknown
}

export class AuditInterrupted extends Error {
  override name = 'AuditInterrupted'
}

const MAX_ROWS = 8_192
const FIRST_ROWS = 2_048
const MIN_ROWS = 64
/** Reads grow after several that took less than this, and shrink after one that took twice as long. */
const READ_MS = 75
const SHORT_READS = 8

/** Runs short read-only transactions, each on a snapshot and sized by duration: long ones would hold vacuum back. */
export function auditRun(db: Db, { signal, onProgress = () => {}, maxRows = MAX_ROWS }: AuditOptions = {}): AuditRun {
  let rows = Math.min(maxRows, FIRST_ROWS)
  let shortReads = 0
  // Powers of two: the limit is part of the statement text, and each statement is prepared once.
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
    async read(work, without = []) {
      if (signal?.aborted) throw new AuditInterrupted('The audit was interrupted. It proved nothing.')
      const beganMs = performance.now()
      const result = await db.tx(async (tx) => {
        await Promise.all([
          readOneState(tx),
          // Forces index range scans: a plan made while a table was small may scan the whole table for every range.
          tx.query(`select set_config(name, 'off', true) from unnest($1::text[]) as name`, [
            ['enable_seqscan', 'jit', ...without],
          ]),
        ])
        return work(tx)
      })
      resize(performance.now() - beganMs)
      return result
    },
    progress: onProgress,
  }
}
