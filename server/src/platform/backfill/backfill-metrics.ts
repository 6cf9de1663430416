import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '../context.ts'
import { metricRead } from '../http/metric-read.ts'
import type { Backfill } from './backfill.ts'
import { findBackfills } from './store.ts'

/** How far backfills have come, on whichever server: the database knows. */
export function registerBackfillMetrics(
  register: Registry,
  { db }: Pick<Context, 'db'>,
  backfills: readonly Backfill[],
): void {
  const names = backfills.map(({ name }) => name)
  const found = () => metricRead(findBackfills(db, names), [])
  const filled = new client.Gauge({
    name: 'backfilled_rows',
    help: 'Rows that a backfill changed so far',
    labelNames: ['backfill'],
    registers: [register],
    async collect() {
      filled.reset()
      for (const each of await found()) filled.set({ backfill: each.name }, each.filled)
    },
  })
  const complete = new client.Gauge({
    name: 'backfill_complete',
    help: 'Whether a backfill is complete: 1, else 0',
    labelNames: ['backfill'],
    registers: [register],
    async collect() {
      complete.reset()
      for (const { name, completedAt } of await found()) complete.set({ backfill: name }, completedAt ? 1 : 0)
    },
  })
}
