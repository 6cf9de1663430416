import { realpathSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lockHolder } from '../../server/src/platform/lock-directory.ts'
import { prepareDataDir } from '../data-dir.ts'
import { refuseEarlierData } from '../earlier-data.ts'
import { type Supervisor, SupervisorBusy } from '../processes/supervisor.ts'
import { clusterPlace, clusterUrl, readRunning } from './cluster.ts'
import { startDataPostgres } from './postgres.ts'
import { connectTo, joinUsers } from './users.ts'

export interface LocalDatabase {
  url: string
  /** Resolves with the reason once it can't be used any more, though nobody stopped it here. */
  lost: Promise<string>
  /** PostgreSQL stops when nobody else uses it. */
  stop(): Promise<void>
}

/** Another command may be setting it up, or recovering it after a crash. */
const READY_WITHIN_MS = 120_000
const POLL_MS = 100

/**
 * Joins the PostgreSQL of DATA_DIR, or starts it, set up if there is none. It runs while a command uses it, and doesn't
 * outlive them, however they end. Throws what keeps it from starting. `say` is told where the database is, if it is not in
 * DATA_DIR.
 */
export async function openLocalDatabase(dataDir: string, say: (line: string) => void): Promise<LocalDatabase> {
  refuseEarlierData(dataDir)
  prepareDataDir(dataDir)
  let supervisor: Supervisor<{ note?: string }> | undefined
  for (const untilMs = Date.now() + READY_WITHIN_MS; ; await pause(POLL_MS)) {
    const holder = lockHolder(`${clusterPlace(dataDir)}.lock`)
    if (holder === null) {
      supervisor = await startDataPostgres(dataDir).catch(unlessBusy)
      if (supervisor?.ready.note) say(supervisor.ready.note)
    }
    const joined = await join(dataDir)
    if (joined) return handleOf(joined, supervisor)
    if (Date.now() > untilMs) {
      const which = holder === null ? '' : `, which process ${holder} runs,`
      throw new Error(`The database of ${dataDir}${which} does not respond. Stop that Aura and try again.`)
    }
  }
}

function unlessBusy(error: unknown): undefined {
  if (!(error instanceof SupervisorBusy)) throw error
}

interface Joined {
  url: string
  /** Its session tells the supervisor that the database is used. */
  client: pg.Client
}

/** Returns null while it is starting or stopping. */
async function join(dataDir: string): Promise<Joined | null> {
  try {
    const folder = realpathSync(clusterPlace(dataDir))
    const running = readRunning(folder)
    if (running === null) return null
    const url = clusterUrl(folder, running.port)
    const client = await connectTo(url)
    // Another server may have the port of one that was killed.
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    if (rows[0]?.folder === folder && (await joinUsers(client))) return { url, client }
    await client.end()
    return null
  } catch {
    return null
  }
}

function handleOf({ url, client }: Joined, supervisor: Supervisor<unknown> | undefined): LocalDatabase {
  const cut = new Promise<string>((resolve) => client.once('end', () => resolve('PostgreSQL was stopped')))
  return {
    url,
    lost: supervisor ? Promise.race([cut, supervisor.ended]) : cut,
    async stop() {
      await client.end().catch(() => {})
      await supervisor?.stop()
    },
  }
}
