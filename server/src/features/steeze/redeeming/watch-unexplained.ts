import client, { type Registry } from '@prometheus-io/client'
import { netLeft } from '#features/ledger'
import type { Context } from '#platform/context'
import type { WorkerLog } from '#platform/feature'
import { metricRead } from '#platform/http/metric-read'

const unexplained = ({ db }: Pick<Context, 'db'>): Promise<number> => netLeft(db, 'steeze_unexplained')

/** Logs an error when unsigned withdrawals grew, and once after each start if there are any. */
export function unexplainedAlarm(ctx: Context, log: WorkerLog): () => Promise<void> {
  let known = 0
  return async () => {
    const steeze = await unexplained(ctx)
    if (steeze > known) {
      log.error(
        { alert: 'steeze-unexplained', steeze, more: steeze - known },
        'Steeze was withdrawn without a signature',
      )
    }
    known = steeze
  }
}

export function registerUnexplained(register: Registry, ctx: Context): void {
  const gauge = new client.Gauge({
    name: 'steeze_unexplained',
    help: 'Steeze withdrawn without a signature from this server; signing stops while above 0',
    registers: [register],
    async collect() {
      gauge.set(await metricRead(unexplained(ctx), Number.NaN))
    },
  })
}
