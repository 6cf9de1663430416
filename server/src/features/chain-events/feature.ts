import { LEDGER_AUDIT } from '#features/ledger'
import type { Context } from '#platform/context'
import type { Feature, WorkerLog } from '#platform/feature'
import { chainStatus } from './chain-status.ts'
import { chainWorker } from './chain-worker.ts'
import { eventPartitions } from './event-partitions.ts'
import { auditKeys } from './partitions/audit-keys.ts'
import type { EventHandler } from './record-events.ts'
import { chainEventsRetention } from './tables.ts'
import { registerDisputes } from './watch-disputes.ts'
import { registerProgress } from './watch-progress.ts'

declare module '#platform/feature' {
  interface Feature {
    readonly chainEvents?: readonly EventHandler[]
    /** Tasks by name, run in order whenever all new events have been stored. A failing one is retried later. */
    readonly afterChainSync?: Readonly<Record<string, (ctx: Context, log: WorkerLog) => () => Promise<unknown>>>
  }
}

export const chainEventsFeature = {
  name: 'chain-events',
  audit: { ...LEDGER_AUDIT, run: auditKeys },
  retention: chainEventsRetention,
  partitioned: [eventPartitions],
  beforeRestore: async (tx) => void (await eventPartitions.add(tx, null)),
  worker: chainWorker,
  metrics: [registerDisputes, registerProgress],
  status: chainStatus,
  transferKinds: ['chain_reversal'],
  database: {
    provides: [
      'chain_hash_bytes',
      'keep_event_keys',
      'refuse_event_key_change',
      'chain_event_partition_size',
      'chain_event_ids',
      'chain_event_ids_in',
      'refuse_event_partition_change',
      'chain_event_partitions_end',
      'chain_event_partitions_ahead',
      'add_chain_event_partitions',
    ],
  },
} as const satisfies Feature
