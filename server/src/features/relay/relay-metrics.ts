import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import { asAppError } from '#platform/http/answer-error'
import { metricRead } from '#platform/http/metric-read'
import { toGwei } from './relay.rules.ts'
import { findOldestOpen } from './store.ts'

/** Returns a function that counts the outcome of a request to relay. */
export function relayMetrics(register: Registry): <T>(relaying: Promise<T>) => Promise<T> {
  const payments = new client.Counter({
    name: 'relay_payments_total',
    help: 'Payments that the relay was asked to send, by outcome: `taken`, or the reason or code of the refusal',
    labelNames: ['outcome'],
    registers: [register],
  })
  return async (relaying) => {
    try {
      const relayed = await relaying
      payments.inc({ outcome: 'taken' })
      return relayed
    } catch (error) {
      const refusal = asAppError(error)
      const reason = refusal?.data as { reason?: string } | undefined
      payments.inc({ outcome: reason?.reason ?? refusal?.code ?? 'INTERNAL' })
      throw error
    }
  }
}

/** Both are NaN on a server without a relay, for which no alert fires. */
export function registerRelay(register: Registry, ctx: Context): void {
  const balance = new client.Gauge({
    name: 'relay_balance_gwei',
    help: 'What the relay has left to pay gas with, in gwei',
    registers: [register],
    async collect() {
      const { relay, chain } = ctx
      const read = async () => (relay ? toGwei(await chain.etherBalance(relay.address)) : Number.NaN)
      balance.set(await metricRead(read(), Number.NaN))
    },
  })
  const oldest = new client.Gauge({
    name: 'relay_oldest_seconds',
    help: 'Age of the oldest payment that the relay has not brought into a block; 0 without one',
    registers: [register],
    async collect() {
      const { relay, clock, db } = ctx
      const read = async () => {
        if (!relay) return Number.NaN
        const since = await findOldestOpen(db)
        return since ? (clock.now().getTime() - since.getTime()) / 1_000 : 0
      }
      oldest.set(await metricRead(read(), Number.NaN))
    },
  })
}
