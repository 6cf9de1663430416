import client, { type Registry } from '@prometheus-io/client'
import { ChainUnreachable } from '#platform/chain/chain'
import type { Context } from '#platform/context'
import type { WorkerLog } from '#platform/feature'
import { metricRead } from '#platform/http/metric-read'
import { notifyAdmins } from '../notify-admins.ts'
import { readReserves } from './reserves.ts'

const MIN_INTERVAL_MS = 30_000

/** Returns a task that runs less often than blocks come, since it reads the ledger and the contract. */
export function unhurried({ clock }: Pick<Context, 'clock'>, task: () => Promise<unknown>): () => Promise<void> {
  let nextMs = 0
  return async () => {
    if (clock.elapsedMs() < nextMs) return
    nextMs = clock.elapsedMs() + MIN_INTERVAL_MS
    await task()
  }
}

/** Logs when a difference begins or changes; notifies admins daily while the ledger has more than the contract. */
export function reservesAlarm(ctx: Context, log: WorkerLog): () => Promise<void> {
  let known = 0
  return unhurried(ctx, async () => {
    const difference = await differenceNow(ctx)
    if (difference === undefined) return
    if (difference !== 0 && difference !== known) {
      log.error({ alert: 'steeze-reserves', difference }, 'the ledger and the Steeze contract differ')
    }
    known = difference
    if (difference > 0) await tellAdmins(ctx, difference)
  })
}

/** Returns undefined while the network can't be reached. */
async function differenceNow(ctx: Context): Promise<number | undefined> {
  try {
    return (await readReserves(ctx)).difference
  } catch (error) {
    if (error instanceof ChainUnreachable || (error as { code?: unknown }).code === 'CHAIN_UNAVAILABLE')
      return undefined
    throw error
  }
}

async function tellAdmins(ctx: Context, difference: number): Promise<void> {
  const steeze = new Intl.NumberFormat('en-US').format(difference)
  const message = `The ledger has ${steeze} Steeze more than the contract. Nothing is signed until they match.`
  await notifyAdmins(ctx, { message, key: 'steeze-reserves' })
}

export function registerReserves(register: Registry, ctx: Context): void {
  const gauge = new client.Gauge({
    name: 'steeze_reserves_difference',
    help: 'Steeze in the ledger in excess of the contract; signing stops while above 0',
    registers: [register],
    async collect() {
      gauge.set((await metricRead(differenceNow(ctx), undefined)) ?? Number.NaN)
    },
  })
}
