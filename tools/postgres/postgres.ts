import { join } from 'node:path'
import { startSupervisor } from '../processes/supervisor.ts'
import type { SupervisorRequest } from './postgres-supervisor.ts'

export interface PostgresServer {
  /** A superuser without a password on the `postgres` database. */
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

/** Safe against everything but power loss. Benchmarks turn durability back on. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  timezone: 'UTC',
}

/** Starts PostgreSQL on 127.0.0.1 without a system package or user. It never outlives this process. */
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
