import type { Registry } from '@prometheus-io/client'
import type { ConnectionUse, Db } from '../db.ts'
import { followReplica, type ReplicaLimits, type ReplicaLog } from './follow-replica.ts'
import { replicaDb } from './replica-db.ts'
import { replicaFigures } from './replica-metrics.ts'

interface ReplicaSettings {
  databaseUrl: string | null
  databaseDirectUrl: string | null
  databaseReadUrl: string | null
  databasePoolSize: number
}

export interface OpenedReplica {
  /** Returns `primary`, with reads that may lag sent to the replica. */
  over(primary: Db): Db
  reportTo(registry: Registry, log: ReplicaLog): void
  connections(): ConnectionUse
  close(): Promise<void>
}

/** Connections of one server when DATABASE_READ_URL is set, beside those for requests and jobs. */
export const REPLICA_CONNECTIONS = { primary: 1, replica: (poolSize: number) => poolSize + 1 } as const

/** Returns undefined without DATABASE_READ_URL. Never throws: a replica that can't be used isn't used. */
export function openReplica(
  { databaseUrl, databaseDirectUrl, databaseReadUrl, databasePoolSize }: ReplicaSettings,
  limits: ReplicaLimits,
): OpenedReplica | undefined {
  const primaryUrl = databaseDirectUrl ?? databaseUrl
  if (databaseReadUrl === null || primaryUrl === null) return undefined
  const replica = followReplica({ url: databaseReadUrl, primaryUrl, poolSize: databasePoolSize, limits })
  const figures = replicaFigures(replica)
  return {
    over: (primary) => replicaDb(primary, replica, figures.note),
    reportTo(registry, log) {
      figures.register(registry)
      replica.reportTo(log)
    },
    connections: replica.connections,
    close: replica.close,
  }
}
