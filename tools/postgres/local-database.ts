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
  /** Resolves with the reason when it can't be used any more, unless stopped here. */
  lost: Promise<string>
  /** Leaves the database. PostgreSQL stops when no command uses it. */
  stop(): Promise<void>
}

/** Milliseconds to wait while another command sets it up, or recovers it after a crash. */
const READY_WITHIN_MS = 120_000
const POLL_MS = 100

/**
 * Joins the PostgreSQL of DATA_DIR, or starts it, creating it if there is none. It runs while a command uses it and
 * never longer, however the commands end. Throws the reason if it can't start. Calls `say` with its place, if that is
 * not in DATA_DIR.
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
  /** Its session shows the supervisor that the database is in use. */
  client: pg.Client
}

/** Joins a running server. Returns null while it is starting or stopping. */
async function join(dataDir: string): Promise<Joined | null> {
  try {
    const folder = realpathSync(clusterPlace(dataDir))
    const running = readRunning(folder)
    if (running === null) return null
    const url = clusterUrl(folder, running.port)
    const client = await connectTo(url)
    // Another server may have taken the port of one that was killed.
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
