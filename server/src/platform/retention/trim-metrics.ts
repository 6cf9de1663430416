import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '../context.ts'
import { metricRead } from '../http/metric-read.ts'
import type { Retention } from './retention.ts'
import { findRounds } from './store.ts'
import { trimRules } from './trim-tables.ts'

/** Registers the progress of trimming, read from the database since any server may do it. */
export function registerTrimMetrics(
  register: Registry,
  { db }: Pick<Context, 'db'>,
  tables: readonly Retention[],
): void {
  const names = trimRules(tables).map(({ name }) => name)
  const rounds = () => metricRead(findRounds(db, names), [])
  const removed = new client.Gauge({
    name: 'trimmed_rows',
    help: 'Old rows that were removed so far, by rule',
    labelNames: ['rule'],
    registers: [register],
    async collect() {
      removed.reset()
      for (const round of await rounds()) removed.set({ rule: round.name }, round.removed)
    },
  })
  const finished = new client.Gauge({
    name: 'trim_timestamp_seconds',
    help: 'When a rule last had nothing more to remove; 0 if it never had',
    labelNames: ['rule'],
    registers: [register],
    async collect() {
      finished.reset()
      for (const { name, finishedAt } of await rounds())
        finished.set({ rule: name }, (finishedAt?.getTime() ?? 0) / 1_000)
    },
  })
}
