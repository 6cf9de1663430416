import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '../../../dev/src/postgres.ts'
import { isRoot, reachableTempFolder } from '../../../dev/src/postgres-files.ts'
import { openPg } from '../../../server/src/platform/db/open-pg.ts'

/** A PostgreSQL server that faults are made with. */
export interface FaultyDatabase {
  /** Address for the product, whose role is an ordinary one that owns its database. */
  url: string
  /** The same database for who makes faults: a superuser, who gets in when connections are used up. */
  adminUrl: string
  /** A disk of its own that can be filled; null where this process may not mount one. */
  disk: string | null
  /** Folder of the data. */
  dir: string
  /** Runs a statement as the superuser, on a connection of its own. */
  asAdmin(text: string): Promise<void>
  /** Stops all of its processes where they are. Returns how to let them go on. */
  freeze(): Promise<() => void>
  /** Ends it at once, as after a crash; it has to recover at the next start. */
  crash(): Promise<void>
  /** Starts it again at the same address, unless it runs. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** More than two servers use, and few enough to use them all up. */
const MAX_CONNECTIONS = 90
/** Holds the cluster and its log, with little to spare. */
const DISK = '400m'
const SETTINGS = { max_connections: MAX_CONNECTIONS, max_wal_size: '96MB', min_wal_size: '48MB' }
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Starts a PostgreSQL server, on a small disk of its own where this process may mount one. */
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
      // First the one that starts the others, so that none is missed.
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

/** A process that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

const isRunning = (pid: number) => signal(pid, 0)

/** Mounts a disk in memory of this size. Returns its folder; null where that takes more rights than this process has. */
export function mountDisk(folder: string, size: string): string | null {
  if (process.platform !== 'linux' || !isRoot()) return null
  mkdirSync(folder)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status === 0
    ? folder
    : null
}

/** Takes it away, even while something is still open there. */
export function unmount(folder: string | null): void {
  if (folder !== null) spawnSync('umount', ['-l', folder])
}

/** Fills a disk to its last byte. Returns how to free it again. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'filler')
  const block = Buffer.alloc(64 * 1024)
  for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(file, block.subarray(0, size), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return () => rmSync(file)
}
