import client, { type Registry } from '@prometheus-io/client'
import type { NatsLink } from './nats-link.ts'

/** `toldToEdges` is the number of topics whose states this server publishes; left out on an edge. */
export function registerNatsMetrics(
  register: Registry,
  { link, toldToEdges }: { link: Pick<NatsLink, 'isConnected'>; toldToEdges?: () => number },
): void {
  new client.Gauge({
    name: 'nats_connected',
    help: 'Whether NATS is connected: 1 or 0',
    registers: [register],
    collect() {
      this.set(link.isConnected ? 1 : 0)
    },
  })
  if (!toldToEdges) return
  new client.Gauge({
    name: 'live_edge_topics',
    help: 'Live topics this server tells live edges',
    registers: [register],
    collect() {
      this.set(toldToEdges())
    },
  })
}
