import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '../context.ts'
import { metricRead } from '../http/metric-read.ts'
import { findNewestFull, findNewestRun, findUnmended } from './store.ts'

const seconds = (moment: Date | undefined) => (moment?.getTime() ?? 0) / 1_000

/** Registers the end and findings of the last `npm run audit`, which runs in another process. */
export function registerAuditMetrics(register: Registry, { db }: Pick<Context, 'db'>): void {
  const findings = new client.Gauge({
    name: 'audit_findings',
    help: 'Broken promises that an audit found, until a full one that was compared with the network finds none',
    registers: [register],
    async collect() {
      findings.set(await metricRead(findUnmended(db), Number.NaN))
    },
  })
  const finished = new client.Gauge({
    name: 'audit_timestamp_seconds',
    help: 'When the newest audit finished, of any kind or a full one; 0 if there was none',
    labelNames: ['kind'],
    registers: [register],
    async collect() {
      const [any, full] = await Promise.all([
        metricRead(
          findNewestRun(db).then((run) => seconds(run?.finishedAt)),
          Number.NaN,
        ),
        metricRead(findNewestFull(db).then(seconds), Number.NaN),
      ])
      finished.set({ kind: 'any' }, any)
      finished.set({ kind: 'full' }, full)
    },
  })
}
