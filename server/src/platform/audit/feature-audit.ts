import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { AuditOptions } from './audit-run.ts'
import type { BrokenPromise } from './findings.ts'

export interface Audit {
  readonly promises: readonly string[]
  readonly broken: BrokenPromise[]
  /** How much was read, by what it is called. */
  readonly counts?: Readonly<Record<string, number>>
  /** As JSON, for the next run to continue from; an audit without one reads everything each time. */
  readonly checkpoint?: unknown
}

/** Verifies a feature's promises about its data. Features with the same `holds` are reported as one. */
export interface FeatureAudit {
  readonly holds: string
  /** Followed by where it is first broken. */
  readonly broken: string
  /** Reads only. */
  readonly run: (db: Db, options?: AuditOptions) => Promise<Audit>
  /** Compares the data with the network, if it responds. Returns lines to print. */
  readonly compare?: (ctx: Context) => Promise<Comparison>
}

export interface Comparison {
  readonly isSound: boolean
  readonly lines: readonly string[]
  /** Why nothing was compared, as a sentence that ends the audit's output. */
  readonly skipped?: string
}
