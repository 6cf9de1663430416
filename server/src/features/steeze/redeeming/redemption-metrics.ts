import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import { asAppError } from '#platform/http/answer-error'
import { metricRead } from '#platform/http/metric-read'
import { countWaiting } from '../reviewing/review-store.ts'

/** Returns a function that counts the outcome of a request to redeem, or to sign again. */
export function redemptionMetrics(
  register: Registry,
): <T extends { signature: unknown }>(redeeming: Promise<T>) => Promise<T> {
  const redemptions = new client.Counter({
    name: 'redemptions_total',
    help: 'Requests to redeem by outcome: `signed`, `waiting` for an admin, or the code of the refusal',
    labelNames: ['outcome'],
    registers: [register],
  })
  return async (redeeming) => {
    try {
      const answer = await redeeming
      redemptions.inc({ outcome: answer.signature === null ? 'waiting' : 'signed' })
      return answer
    } catch (error) {
      redemptions.inc({ outcome: asAppError(error)?.code ?? 'INTERNAL' })
      throw error
    }
  }
}

export function registerWaiting(register: Registry, { db }: Pick<Context, 'db'>): void {
  const gauge = new client.Gauge({
    name: 'redemptions_waiting',
    help: 'Redemptions that wait for an admin',
    registers: [register],
    async collect() {
      gauge.set(await metricRead(countWaiting(db), Number.NaN))
    },
  })
}
