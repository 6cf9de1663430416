import type { Tx } from '#platform/db/db'
import type { PartitionedTable } from '#platform/partitions/partitioned-table'
import {
  addGiftPartitions,
  findGiftPartitionsAhead,
  hasGiftPartitions,
  moveFirstGiftEnd,
} from './gift-partitions-store.ts'

export const giftPartitions: PartitionedTable = {
  table: 'battle_gifts',
  rows: 'Gifts',
  add: (db, now) => addGiftPartitions(db, now),
  countAhead: async (db, now) => ((await hasGiftPartitions(db)) ? findGiftPartitionsAhead(db, now) : undefined),
}

/**
 * For gifts until the backup was written, though this database's clock may be behind. A backup of an earlier version has no
 * partitions; of the last one without, the empty database bounds what becomes the first.
 */
export async function addRestoredGiftPartitions(tx: Tx, at: Date): Promise<void> {
  if (await hasGiftPartitions(tx)) await addGiftPartitions(tx, null, at)
  else await moveFirstGiftEnd(tx, at)
}
