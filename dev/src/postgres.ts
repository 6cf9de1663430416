import { join } from 'node:path'
import type { SupervisorRequest } from './postgres-supervisor.ts'
import { startSupervisor } from './supervisor.ts'

/** A running PostgreSQL server of our own. */
export interface PostgresServer {
  /** Address of the `postgres` database; its user may do everything and needs no password. */
  url: string
  port: number
  /** The server's main process, for tests that kill it. */
  pid: number
  /** Ends the server, and removes its data unless `dir` was given. */
  stop(): Promise<void>
}

/** How to run a PostgreSQL server. */
export interface PostgresOptions {
  /** Folder of the data, kept and used again; without it the data is temporary. */
  dir?: string
  /** Without it a free port between 20000 and 29999. */
  port?: number
  /** Server settings that replace the defaults. */
  settings?: Record<string, string | number>
}

/** Fast and small, and safe against everything but power loss: right for tests. A benchmark turns durability back on. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  timezone: 'UTC',
}

/**
 * Starts a real PostgreSQL server on 127.0.0.1. It needs no system package and no system user, works as root and in a
 * private folder, and never outlives this process, even if that is killed.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const given = Object.entries(options.settings ?? {}).map(([name, value]) => [name, String(value)])
  const request: SupervisorRequest = {
    dir: options.dir ?? null,
    port: options.port ?? null,
    settings: { ...TEST_SETTINGS, ...Object.fromEntries(given) },
  }
  const program = join(import.meta.dirname, 'postgres-supervisor.ts')
  const { ready, stop } = await startSupervisor<{ port: number; pid: number }>(program, request)
  const { port, pid } = ready
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, pid, stop }
}
