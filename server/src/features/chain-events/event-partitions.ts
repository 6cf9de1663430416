import type { Tx } from '#platform/db/db'
import type { PartitionedTable } from '#platform/partitions/partitioned-table'
import { addPartitions, findPartitionsAhead, hasPartitions, moveFirstEnd } from './partitions/partitions-store.ts'

export const eventPartitions: PartitionedTable = {
  table: 'chain_events',
  rows: 'Chain events',
  add: addPartitions,
  countAhead: async (db) => ((await hasPartitions(db)) ? findPartitionsAhead(db) : undefined),
}

/**
 * With the sequences set, for events of any id. A backup of an earlier version has no partitions; of the last one without,
 * the empty database bounds what becomes the first.
 */
export async function addRestoredPartitions(tx: Tx): Promise<void> {
  if (await hasPartitions(tx)) await addPartitions(tx)
  else await moveFirstEnd(tx)
}
