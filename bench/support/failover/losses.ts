import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster, NodeNumber, Part } from './cluster.ts'

/** A way to lose the primary. */
export interface Loss {
  name: string
  /** Only where nodes are on hosts of their own. */
  needsNetwork?: true
  /** Returns how to undo it, once the other node is primary. */
  begin(cluster: Cluster, primary: NodeNumber): Promise<() => Promise<void>>
}

const MACHINE: readonly Part[] = ['postgres', 'patroni', 'etcd']

/** Kills these parts of the primary. Healing starts them again. */
const killed = (name: string, parts: readonly Part[]): Loss => ({
  name,
  async begin(cluster, primary) {
    // The last one first that would start another again.
    cluster.signal(primary, [...parts].reverse(), 'SIGKILL')
    return async () => {}
  },
})

/** Stops these parts, whose connections stay open, and lets them continue while the other node is primary. */
const stopped = (name: string, parts: readonly Part[]): Loss => ({
  name,
  async begin(cluster, primary) {
    cluster.signal(primary, parts, 'SIGSTOP')
    return async () => cluster.signal(primary, parts, 'SIGCONT')
  },
})

/** No process ends or stops; each side waits for the other until its limits. */
const networkCut = (): Loss => ({
  name: 'network cut',
  needsNetwork: true,
  async begin({ network }, primary) {
    if (!network) throw new Error('the nodes share one network')
    network.cut(primary)
    return async () => network.mend(primary)
  },
})

const nothing = (): Loss => ({ name: 'nothing', begin: async () => async () => {} })

const switchOver = (): Loss => ({
  name: 'switch-over',
  async begin(cluster) {
    const switching = cluster.switchOver()
    return () => switching
  },
})

export const losses = {
  nothing,
  switchOver,
  postgresKilled: () => killed('PostgreSQL killed', ['postgres']),
  machineKilled: () => killed('machine killed', MACHINE),
  cutOff: () => stopped('cut off from etcd', ['etcd']),
  networkCut,
  machineFrozen: () => stopped('machine frozen, then back', MACHINE),
}

/** Resolves to the primary that isn't `former`. Throws after `withinMs`. */
export async function nextPrimary(cluster: Cluster, former: NodeNumber, withinMs: number): Promise<NodeNumber> {
  const giveUpMs = performance.now() + withinMs
  for (;;) {
    const leader = await cluster.leader()
    if (leader !== null && leader !== former) return leader
    if (performance.now() > giveUpMs) throw new Error(`node ${former} was not replaced within ${withinMs} ms`)
    await pause(50)
  }
}
