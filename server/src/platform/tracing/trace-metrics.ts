import client, { type Registry } from '@prometheus-io/client'
import type { Tracing } from './tracing.ts'

export function registerTraceMetrics(register: Registry, { counts }: Pick<Tracing, 'counts'>): void {
  const spans = new client.Counter({
    name: 'trace_spans_total',
    help: 'Spans that ended, were exported, or were dropped because the collector failed',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      spans.reset()
      for (const [outcome, count] of Object.entries(counts)) spans.inc({ outcome }, count)
    },
  })
}
