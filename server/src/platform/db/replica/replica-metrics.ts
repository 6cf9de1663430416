import client, { type Registry } from '@prometheus-io/client'
import type { Replica } from './follow-replica.ts'
import { READ_OUTCOMES, type ReadOutcome } from './replica-db.ts'

/** Counts reads that may lag before the app with its registry exists. */
export function replicaFigures(replica: Pick<Replica, 'lagMs' | 'refusal'>): {
  note(outcome: ReadOutcome): void
  register(registry: Registry): void
} {
  const counts = new Map<ReadOutcome, number>(READ_OUTCOMES.map((outcome) => [outcome, 0]))
  return {
    note(outcome) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    },
    register(registry) {
      new client.Gauge({
        name: 'database_replica_lag_seconds',
        help: 'Seconds of commits that a read at the replica may miss; +Inf while unknown',
        registers: [registry],
        collect() {
          this.set(replica.lagMs() / 1_000)
        },
      })
      new client.Gauge({
        name: 'database_replica_used',
        help: '1 while reads that may lag go to the replica, 0 while all go to the primary',
        registers: [registry],
        collect() {
          this.set(replica.refusal() === null ? 1 : 0)
        },
      })
      let told = new Map<ReadOutcome, number>()
      new client.Counter({
        name: 'lagging_reads_total',
        help: 'Reads that may lag, by where they were answered: at the replica, or why at the primary',
        labelNames: ['outcome'],
        registers: [registry],
        collect() {
          for (const [outcome, count] of counts) this.inc({ outcome }, count - (told.get(outcome) ?? 0))
          told = new Map(counts)
        },
      })
    },
  }
}
