import type { Tx } from '#platform/db/db'
import type { PartitionedTable } from '#platform/partitions/partitioned-table'
import { addGiftPartitions, findGiftPartitionsAhead } from './gift-partitions-store.ts'

export const giftPartitions: PartitionedTable = {
  table: 'battle_gifts',
  rows: 'Gifts',
  add: (db, now) => addGiftPartitions(db, now),
  countAhead: findGiftPartitionsAhead,
}

/** Adds partitions for gifts until the backup was written, though this database's clock may be behind. */
export async function addRestoredGiftPartitions(tx: Tx, at: Date): Promise<void> {
  await addGiftPartitions(tx, null, at)
}
