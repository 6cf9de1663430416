import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import { metricRead } from '#platform/http/metric-read'
import { cursorIdOf, findDisputedBlock } from './cursor-store.ts'

export function registerDisputes(register: Registry, ctx: Context): void {
  const gauge = new client.Gauge({
    name: 'chain_disputed_block',
    help: 'First block that nodes disagree about; nothing from it on becomes final; 0 if none',
    registers: [register],
    async collect() {
      const { chain, db } = ctx
      const find = async () => (chain.contracts ? ((await findDisputedBlock(db, cursorIdOf(chain))) ?? 0) : 0)
      gauge.set(await metricRead(find(), Number.NaN))
    },
  })
}
