import client, { type Registry } from '@prometheus-io/client'
import type { Db } from '../db.ts'

/** Registers the busy and idle connections of pools, by the pool's name. */
export function registerPoolMetrics(
  register: Registry,
  pools: Readonly<Record<string, Pick<Db, 'connections'>>>,
): void {
  const connections = new client.Gauge({
    name: 'database_connections',
    help: 'Database connections of a pool, in use or idle',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [pool, db] of Object.entries(pools)) {
        const use = db.connections?.()
        if (!use) continue
        connections.set({ pool, state: 'busy' }, use.open - use.idle)
        connections.set({ pool, state: 'idle' }, use.idle)
      }
    },
  })
  const waiting = new client.Gauge({
    name: 'database_waiting',
    help: 'Queries and transactions that wait for a database connection',
    labelNames: ['pool'],
    registers: [register],
    collect() {
      for (const [pool, db] of Object.entries(pools)) {
        const use = db.connections?.()
        if (use) waiting.set({ pool }, use.waiting)
      }
    },
  })
}
