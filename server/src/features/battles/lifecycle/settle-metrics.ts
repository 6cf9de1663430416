import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'

const DELAY_BUCKETS_S = [0.1, 0.3, 1, 3, 10, 30, 100, 300]

export interface SettleMetrics {
  /** Called when a battle was settled, `ms` after its end. */
  settled(ms: number): void
  readonly delays: client.Histogram
}

/** Returns metrics without a registry, since a server's jobs and its metrics share them. */
export function settleMetrics(): SettleMetrics {
  const delays = new client.Histogram({
    name: 'battle_settle_delay_seconds',
    help: 'Time from the end of a battle until it was settled',
    buckets: DELAY_BUCKETS_S,
    registers: [],
  })
  return { settled: (ms) => delays.observe(Math.max(0, ms) / 1_000), delays }
}

export function registerSettled(register: Registry, { settleMetrics: metrics }: Pick<Context, 'settleMetrics'>): void {
  register.registerMetric((metrics ?? settleMetrics()).delays)
}
