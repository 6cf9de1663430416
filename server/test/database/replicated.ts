import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../../../dev/src/postgres.ts'
import { copyCluster } from '../../../dev/src/postgres-copy.ts'
import { reachableTempFolder } from '../../../dev/src/postgres-files.ts'
import { openPg } from '../../src/platform/db/connection/open-pg.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'

export { randomFreePort } from '../../../dev/src/free-port.ts'

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
