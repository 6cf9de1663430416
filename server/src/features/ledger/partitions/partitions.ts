import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { type Finding, ok, problem } from '#platform/doctor/check'
import { metricRead } from '#platform/http/metric-read'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { addPartitions, findPartitionsAhead, hasPartitions, moveFirstEnd } from './partitions-store.ts'

/** Adds the next partition once transfers reach the last one. */
export function partitionsDue({ db }: Pick<Context, 'db'>): ScheduledJob {
  return {
    async runBatch() {
      await addPartitions(db)
      return false
    },
    msUntilNextRun: async () => null,
  }
}

/**
 * With the sequences set, for transfers of any id. A backup of an earlier version has no partitions; of the last one
 * without, the empty database bounds what becomes the first.
 */
export async function addRestoredPartitions(tx: Tx): Promise<void> {
  if (await hasPartitions(tx)) await addPartitions(tx)
  else await moveFirstEnd(tx)
}

export async function checkPartitions(db: Queryable): Promise<Finding[]> {
  if (!(await hasPartitions(db))) return []
  const ahead = await findPartitionsAhead(db)
  if (ahead >= 1) return [ok('Transfers have a partition ahead')]
  return [
    problem('Transfers have no partition ahead, and fail once this one is full. Start a server, whose job adds one.'),
  ]
}

export function registerPartitions(register: Registry, { db }: Pick<Context, 'db'>): void {
  const gauge = new client.Gauge({
    name: 'ledger_partitions_ahead',
    help: 'Partitions whose ids follow those of the newest transfer’s; below 0 no transfer can be written',
    registers: [register],
    async collect() {
      gauge.set(await metricRead(findPartitionsAhead(db), Number.NaN))
    },
  })
}
