import client, { type Registry } from '@prometheus-io/client'
import type { RoundOutcome } from './scheduler.ts'

export interface JobMetrics {
  /** Starts measuring a kind of job, which is late from now on while none of its rounds succeeds. */
  began(kind: string): void
  failed(kind: string): void
  succeeded(kind: string, round: RoundOutcome): void
}

/** Enough time for a first round. */
const FIRST_WITHIN_MS = 10_000

export function registerJobMetrics(register: Registry, elapsedMs = () => performance.now()): JobMetrics {
  const latest = new Map<string, RoundOutcome & { atMs: number }>()
  const failures = new client.Counter({
    name: 'scheduled_job_failures_total',
    help: 'Scheduled jobs that failed or took too long, by kind; they are retried',
    // Prometheus reserves the label `job`.
    labelNames: ['kind'],
    registers: [register],
  })
  const lag = new client.Gauge({
    name: 'scheduled_job_lag_seconds',
    help: 'How long the most overdue item of a kind of job has waited; grows while no round of it succeeds',
    labelNames: ['kind'],
    registers: [register],
    collect() {
      for (const [kind, { atMs, lateMs, nextWithinMs }] of latest) {
        const overdueMs = Math.max(0, elapsedMs() - atMs - nextWithinMs)
        lag.set({ kind }, (lateMs + overdueMs) / 1_000)
      }
    },
  })
  const keep = (kind: string, round: RoundOutcome) => void latest.set(kind, { ...round, atMs: elapsedMs() })
  return {
    began: (kind) => keep(kind, { lateMs: 0, nextWithinMs: FIRST_WITHIN_MS }),
    failed: (kind) => failures.inc({ kind }),
    succeeded: keep,
  }
}
