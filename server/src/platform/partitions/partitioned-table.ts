import type { Queryable } from '../db/db.ts'

/** A table in partitions by what only grows, without a default one: a row that no partition takes fails. */
export interface PartitionedTable {
  readonly table: string
  /** Its rows, as a sentence starts with them: `Transfers`. */
  readonly rows: string
  /** Makes sure that a whole partition is ahead of the newest row's, and returns how many it added. */
  add(db: Queryable, now: Date | null): Promise<number>
  /** Returns how many whole partitions follow the newest row's. */
  countAhead(db: Queryable, now: Date | null): Promise<number>
}
