import type { Queryable } from '../db/db.ts'

/** A table partitioned by an increasing value, without a default partition: a row that no partition takes fails. */
export interface PartitionedTable {
  readonly table: string
  /** Plural noun for its rows that starts a sentence, such as `Transfers`. */
  readonly rows: string
  /** Adds partitions until a whole one is ahead of the newest row's. Returns the number added. */
  add(db: Queryable, now: Date | null): Promise<number>
  /** Returns the number of whole partitions after the newest row's. */
  countAhead(db: Queryable, now: Date | null): Promise<number>
}
