import client, { type Registry } from '@prometheus-io/client'

export interface JobFigures {
  failed(kind: string): void
  /** Its most overdue item has been due for so long. */
  isLate(kind: string, ms: number): void
}

export function registerJobMetrics(register: Registry): JobFigures {
  const failures = new client.Counter({
    name: 'scheduled_job_failures_total',
    help: 'Scheduled jobs that failed or took too long, by kind; they are retried',
    // Prometheus has a label `job` of its own.
    labelNames: ['kind'],
    registers: [register],
  })
  const lag = new client.Gauge({
    name: 'scheduled_job_lag_seconds',
    help: 'How long the most overdue item of a kind of job had waited after its last round that succeeded',
    labelNames: ['kind'],
    registers: [register],
  })
  return {
    failed: (kind) => failures.inc({ kind }),
    isLate: (kind, ms) => lag.set({ kind }, ms / 1_000),
  }
}
