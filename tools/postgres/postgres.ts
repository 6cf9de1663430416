import { join } from 'node:path'
import { startSupervisor } from '../processes/supervisor.ts'
import type { SupervisorRequest } from './postgres-supervisor.ts'

export interface PostgresServer {
  /** Connects a superuser without a password to the `postgres` database. */
  url: string
  port: number
  pid: number
  /** Removes temporary data; a given `dir` is kept. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  dir?: string
  port?: number
  settings?: Record<string, string | number>
}

/** Enough connections for a server, the demo, and programs beside them. */
const SETTINGS = { max_connections: '200', timezone: 'UTC' }

/** Keeps every commit. */
export const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Commits survive everything but power loss. */
const TEST_SETTINGS = {
  ...SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
}

const supervise = (request: SupervisorRequest) =>
  startSupervisor<{ port: number; pid: number; note?: string }>(
    join(import.meta.dirname, 'postgres-supervisor.ts'),
    request,
  )

/**
 * Starts PostgreSQL for a test on 127.0.0.1, without a system package or user. Every user of this machine may connect.
 * It never outlives this process.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const given = Object.entries(options.settings ?? {}).map(([name, value]) => [name, String(value)])
  const { ready, stop } = await supervise({
    dataDir: null,
    dir: options.dir ?? null,
    port: options.port ?? null,
    settings: { ...TEST_SETTINGS, ...Object.fromEntries(given) },
  })
  const { port, pid } = ready
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, pid, stop }
}

/** Starts the durable PostgreSQL of a DATA_DIR. Throws SupervisorBusy if it runs already. */
export const startDataPostgres = (dataDir: string) => supervise({ dataDir, dir: null, port: null, settings: SETTINGS })
