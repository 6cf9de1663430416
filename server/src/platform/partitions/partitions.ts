import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '../context.ts'
import { type Finding, ok, problem } from '../doctor/check.ts'
import { metricRead } from '../http/metric-read.ts'
import { type ScheduledJob, UNHURRIED_MS } from '../scheduler/scheduler.ts'
import type { PartitionedTable } from './partitioned-table.ts'

/** Adds the next partition of each table once rows reach the last one. A failing table never blocks the others. */
export function partitionsDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tables: readonly PartitionedTable[],
): ScheduledJob {
  return {
    async runBatch() {
      const added = await Promise.allSettled(tables.map((table) => table.add(db, clock.sqlNow())))
      const failed = added.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      return false
    },
    msUntilNextRun: async () => null,
    maxSleepMs: UNHURRIED_MS,
  }
}

/** Reports for the doctor how many partitions are ahead. */
export async function checkPartitions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tables: readonly PartitionedTable[],
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { rows, countAhead } of tables) {
    const ahead = await countAhead(db, clock.sqlNow())
    found.push(
      ahead >= 1
        ? ok(`${rows} have a partition ahead`)
        : problem(
            `${rows} have no partition ahead, and fail once this one is full. Start a server, whose job adds one.`,
          ),
    )
  }
  return found
}

export function registerPartitionMetrics(
  register: Registry,
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tables: readonly PartitionedTable[],
): void {
  const gauge = new client.Gauge({
    name: 'partitions_ahead',
    help: 'Partitions of a table that follow the newest row’s; below 0 none can be written',
    labelNames: ['table'],
    registers: [register],
    async collect() {
      for (const { table, countAhead } of tables) {
        gauge.set({ table }, (await metricRead(countAhead(db, clock.sqlNow()), undefined)) ?? Number.NaN)
      }
    },
  })
}
