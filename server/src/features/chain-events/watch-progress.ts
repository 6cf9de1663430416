import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import { metricRead } from '#platform/http/metric-read'
import { cursorIdOf, findCursor } from './cursor-store.ts'

/** Registers times in Unix seconds, not ages: an age would stop growing together with a server that reports none. */
export function registerProgress(register: Registry, ctx: Context): void {
  const gauges = [
    ['chain_read_timestamp_seconds', 'Time of the newest block whose events were read', 'time'],
    ['chain_final_timestamp_seconds', 'Time of the newest block whose events are final', 'finalTime'],
  ] as const
  for (const [name, help, field] of gauges) {
    const gauge = new client.Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const { chain, db } = ctx
        // No block yet is 0, which the alerts on old blocks detect. Without contracts or the database the value is
        // unknown.
        const find = async () =>
          chain.contracts ? ((await findCursor(db, cursorIdOf(chain)))?.[field]?.getTime() ?? 0) / 1_000 : Number.NaN
        gauge.set(await metricRead(find(), Number.NaN))
      },
    })
  }
}
