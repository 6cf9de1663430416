import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { AuditOptions } from './audit-run.ts'
import type { BrokenPromise } from './findings.ts'

export interface Audit {
  readonly promises: readonly string[]
  readonly broken: BrokenPromise[]
  /** Numbers of rows read, by name. */
  readonly counts?: Readonly<Record<string, number>>
  /** JSON for the next run to continue from. An audit without one reads everything each time. */
  readonly checkpoint?: unknown
}

/** Verifies a feature's promises about its data. Features with the same `holds` are reported as one. */
export interface FeatureAudit {
  readonly holds: string
  /** Sentence for a broken promise, followed by the place where it first breaks. */
  readonly broken: string
  /** Runs the audit, which must only read the database. */
  readonly run: (db: Db, options?: AuditOptions) => Promise<Audit>
  /** Compares the data with the network, if it responds. Returns the lines to print. */
  readonly compare?: (ctx: Context) => Promise<Comparison>
}

export interface Comparison {
  readonly isSound: boolean
  readonly lines: readonly string[]
  /** Reason why nothing was compared, as the last sentence of the output. */
  readonly skipped?: string
}
