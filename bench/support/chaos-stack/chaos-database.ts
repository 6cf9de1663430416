import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, type NodeNumber, startCluster } from '../failover/cluster.ts'
import { losses, nextPrimary } from '../failover/losses.ts'
import { fillDisk, startFaultyDatabase } from '../faults/database.ts'

/** PostgreSQL, alone or as a pair, with the ways it can fail. */
export interface ChaosDatabase {
  url: string
  /** Resolves once it has started again. */
  restart(): Promise<void>
  /** Takes the primary's machine away and resolves once the other node is primary. Null without another. */
  failOver: (() => Promise<void>) | null
  /** Fills the disk of the primary for so long. Null where it has no disk of its own. */
  fillDisk: ((lastsMs: number) => Promise<void>) | null
  /** Resolves once it has everything that it had at the start. */
  heal(): Promise<void>
  stop(): Promise<void>
}

export async function aloneDatabase(): Promise<ChaosDatabase> {
  const database = await startFaultyDatabase()
  const { url, disk } = database
  return {
    url,
    async restart() {
      await database.crash()
      await database.start()
    },
    failOver: null,
    fillDisk:
      disk === null
        ? null
        : async (lastsMs) => {
            const free = await fillDisk(disk)
            await pause(lastsMs)
            free()
            // It may have died when its log ran out of space.
            await database.start()
          },
    heal: () => database.start(),
    stop: () => database.stop(),
  }
}

/** Of a node: its data and log, and room for what is written in minutes. */
const DISK = '1500m'
const REPLACED_WITHIN_MS = 60_000

/** A pair under Patroni. Throws ClusterNotInstalled. */
export async function pairedDatabase(): Promise<ChaosDatabase> {
  const cluster = await startCluster({ disk: DISK })
  return {
    url: cluster.url,
    restart: () => cluster.restart(),
    async failOver() {
      const primary = await primaryOf(cluster)
      await losses.machineKilled().begin(cluster, primary)
      await nextPrimary(cluster, primary, REPLACED_WITHIN_MS)
    },
    fillDisk:
      cluster.diskOf(1) === null
        ? null
        : async (lastsMs) => {
            const free = await fillDisk(cluster.diskOf(await primaryOf(cluster)) ?? '')
            await pause(lastsMs)
            free()
          },
    heal: () => cluster.heal(),
    stop: () => cluster.stop(),
  }
}

async function primaryOf(cluster: Cluster): Promise<NodeNumber> {
  const primary = await cluster.leader()
  if (primary === null) throw new Error('there is no primary')
  return primary
}
