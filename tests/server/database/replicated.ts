import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { type PostgresServer, startPostgres } from '../../../tools/postgres/postgres.ts'
import { copyCluster } from '../../../tools/postgres/postgres-copy.ts'
import { reachableTempFolder } from '../../../tools/postgres/postgres-files.ts'

export { randomFreePort } from '../../../tools/processes/free-port.ts'

/** An acknowledged commit is in the write-ahead log, as in production. */
const DURABLE = { synchronous_commit: 'on', wal_level: 'replica', wal_keep_size: '256MB' }

export interface StandbyServer extends PostgresServer {
  /** After `stop`, on the same port. */
  startAgain(): Promise<void>
}

export interface Replicated {
  primary: PostgresServer
  /** Streams from the primary. */
  standby: StandbyServer
  /** Superuser's connections beside the server's own. */
  onPrimary: Db
  onStandby: Db
  /** Starts another standby of the primary. */
  startStandby(): Promise<StandbyServer>
  close(): Promise<void>
}

/** A migrated cluster and a standby that streams from it, in folders of their own. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(reachableTempFolder(), 'aura-replicated-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  const ended: (() => Promise<unknown>)[] = []
  const dir = join(folder, 'primary')
  const primary = await startPostgres({ dir, settings: DURABLE })
  ended.push(() => primary.stop())
  const migrated = await openPg({ url: primary.url, poolSize: 2 })
  await migrate(migrated)
  ended.push(() => migrated.close())
  let standbys = 0
  const startStandby = async (): Promise<StandbyServer> => {
    const copy = join(folder, `standby-${++standbys}`)
    await copyCluster({ url: primary.url, dir }, copy, 'standby.signal')
    const settings = { ...DURABLE, primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres` }
    let running = await startPostgres({ dir: copy, settings })
    const { url, port, pid } = running
    ended.push(() => running.stop())
    return {
      url,
      port,
      pid,
      stop: () => running.stop(),
      async startAgain() {
        running = await startPostgres({ dir: copy, port, settings })
      },
    }
  }
  const standby = await startStandby()
  const onStandby = await openPg({ url: standby.url, poolSize: 2 })
  ended.push(() => onStandby.close())
  return {
    primary,
    standby,
    onPrimary: migrated,
    onStandby,
    startStandby,
    async close() {
      for (const end of ended.reverse()) await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
