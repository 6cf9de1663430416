import { execFile, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { type PostgresServer, startPostgres } from '../../../tools/postgres/postgres.ts'
import { isRoot, reachableTempFolder } from '../../../tools/postgres/postgres-files.ts'

export interface FaultyDatabase {
  /** For the product: an ordinary role that owns its database. */
  url: string
  /** For making faults: a superuser, who can connect when connections are used up. */
  adminUrl: string
  /** A separate disk that can be filled; null where this process may not mount one. */
  disk: string | null
  dir: string
  asAdmin(text: string): Promise<void>
  /** Stops all its processes. Returns how to resume them. */
  freeze(): Promise<() => void>
  /** Kills it, so that the next start recovers. */
  crash(): Promise<void>
  /** Starts it at the same address unless it runs. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** More than two servers use, and few enough to exhaust. */
const MAX_CONNECTIONS = 90
/** Holds the cluster and its log, with little to spare. */
const DISK = '400m'
const SETTINGS = { max_connections: MAX_CONNECTIONS, max_wal_size: '96MB', min_wal_size: '48MB' }
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

export async function startFaultyDatabase(): Promise<FaultyDatabase> {
  const scratch = mkdtempSync(join(reachableTempFolder(), 'aura-faults-'))
  chmodSync(scratch, 0o755)
  const disk = mountDisk(join(scratch, 'disk'), DISK)
  const dir = join(disk ?? scratch, 'data')
  const settings = { ...DURABLE, ...SETTINGS }
  let server: PostgresServer = await startPostgres({ dir, settings })
  const { port, url: adminUrl } = server
  const asAdmin = async (text: string) => {
    const db = await openPg({ url: adminUrl, poolSize: 1 })
    await db.script(text).finally(() => db.close())
  }
  await asAdmin('create role aura login')
  await asAdmin('create database aura owner aura')
  return {
    url: `postgres://aura@127.0.0.1:${port}/aura`,
    adminUrl: `postgres://postgres@127.0.0.1:${port}/aura`,
    disk,
    dir,
    asAdmin,
    async freeze() {
      const db = await openPg({ url: adminUrl, poolSize: 1 })
      // The postmaster first, or it could start more.
      process.kill(server.pid, 'SIGSTOP')
      const rows = await db.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
      const pids = [server.pid, ...rows.map(({ pid }) => pid)]
      for (const pid of pids) signal(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT')
        void db.close()
      }
    },
    async crash() {
      signal(server.pid, 'SIGQUIT')
      while (isRunning(server.pid)) await pause(10)
    },
    async start() {
      if (isRunning(server.pid)) return
      await server.stop()
      server = await startPostgres({ dir, port, settings })
    },
    async stop() {
      await server.stop()
      unmount(disk)
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** Ignores processes that have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

const isRunning = (pid: number) => signal(pid, 0)

/** Mounts a tmpfs of this size. Returns its folder, or null without the right to mount. */
export function mountDisk(folder: string, size: string): string | null {
  if (process.platform !== 'linux' || !isRoot()) return null
  mkdirSync(folder)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status === 0
    ? folder
    : null
}

/** Unmounts lazily, even with files open. */
export function unmount(folder: string | null): void {
  if (folder !== null) spawnSync('umount', ['-l', folder])
}

/** Fills a disk of Linux to its last byte. Returns how to free it. */
export async function fillDisk(folder: string): Promise<() => void> {
  const file = join(folder, 'filler')
  const { bavail, bsize } = await statfs(folder)
  // In a process of its own, since it takes a while. Others write there, too, so it leaves a little.
  await promisify(execFile)('fallocate', ['--length', String(Math.floor(0.98 * bavail * bsize)), file])
  const block = Buffer.alloc(64 * 1024)
  for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(file, block.subarray(0, size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return () => rmSync(file)
}
