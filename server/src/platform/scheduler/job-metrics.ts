import client, { type Registry } from '@prometheus-io/client'

/** Returns how to count a failure of a job, by its kind. */
export function registerJobMetrics(register: Registry): (kind: string) => void {
  const failures = new client.Counter({
    name: 'scheduled_job_failures_total',
    help: 'Scheduled jobs that failed or took too long, by kind; they are retried',
    // Prometheus has a label `job` of its own.
    labelNames: ['kind'],
    registers: [register],
  })
  return (kind) => failures.inc({ kind })
}
