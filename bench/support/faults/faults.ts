import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { SqlValue } from '../../../server/src/platform/db/db.ts'
import { type FaultyDatabase, fillDisk, mountDisk, unmount } from './database.ts'
import type { Person } from './people.ts'
import { send } from './people.ts'
import type { Output, ProductServer } from './product-server.ts'
import type { Part } from './traffic.ts'

export interface Stage {
  database: FaultyDatabase
  servers(): readonly ProductServer[]
  /** Restarts both servers with these outputs. */
  restart(outputs: readonly [Output | undefined, Output | undefined]): Promise<void>
  /** The battle that gets half of all gifts, and one of its sides. */
  battle: { id: string; sideId: string }
  /** Somebody with Steeze who takes part in nothing else. */
  bystander: Person
}

export interface Fault {
  name: string
  lastsMs: number
  /** Whether clients of this part should hardly notice. */
  isHealthy(part: Part): boolean
  /** Expected /readyz result; `silent` for a frozen server. */
  isReady(server: 0 | 1): boolean | 'silent'
  /** Runs before the traffic; returns how to undo it afterwards. */
  prepare?(stage: Stage): Promise<() => Promise<void>>
  begin(stage: Stage): Promise<() => Promise<void>>
}

const all = () => true
const none = () => false

interface OpenTransaction {
  pid: number
  end(): Promise<void>
}

async function openTransaction(url: string, text: string, values: readonly SqlValue[] = []): Promise<OpenTransaction> {
  const db = await openPg({ url, poolSize: 1 })
  const [begun, ended] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const over = db.tx(async (tx) => {
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await tx.query(text, values)
    begun.resolve(row?.pid ?? 0)
    await ended.promise
  })
  const pid = await Promise.race([begun.promise, over.then(() => 0)])
  return {
    pid,
    async end() {
      ended.resolve()
      await over
      await db.close()
    },
  }
}

const nothing = (lastsMs: number): Fault => ({
  name: 'nothing wrong',
  lastsMs,
  isHealthy: all,
  isReady: () => true,
  begin: async () => async () => {},
})

const lockedTable = (table: string, kind: Part['kind'], lastsMs: number): Fault => ({
  name: `${table} locked by somebody`,
  lastsMs,
  isHealthy: (part) => part.kind !== kind,
  isReady: none,
  async begin({ database }) {
    const { end } = await openTransaction(database.adminUrl, `lock table ${table} in access exclusive mode`)
    return end
  },
})

/**
 * Freezes server 0 while it holds the battle's row: a giver's account is locked, so that the gift waits after
 * taking the row; then the server is frozen and the account unlocked.
 */
const frozenInTransaction = (lastsMs: number): Fault => ({
  name: 'server frozen inside a transaction',
  lastsMs,
  isHealthy: ({ server }) => server === 1,
  isReady: (server) => (server === 0 ? 'silent' : true),
  async begin({ database, servers, battle, bystander }) {
    const [doomed] = servers() as [ProductServer]
    const rows = 'select 1 from ledger_accounts where owner_id = $1 for update'
    const locked = await openTransaction(database.adminUrl, rows, [bystander.id])
    const body = { battleId: battle.id, participantId: battle.sideId, amount: 1 }
    void send(doomed.port, bystander, { method: 'POST', path: '/api/battles/gift', body })
    const beside = await openPg({ url: database.adminUrl, poolSize: 1 })
    const waits = 'select 1 from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
    while ((await beside.query(waits, [locked.pid])).length === 0) await pause(2)
    doomed.freeze()
    await locked.end()
    await beside.close()
    return async () => doomed.thaw()
  },
})

const frozenDatabase = (lastsMs: number): Fault => ({
  name: 'database frozen',
  lastsMs,
  isHealthy: none,
  isReady: none,
  async begin({ database }) {
    const thaw = await database.freeze()
    return async () => thaw()
  },
})

const downAndBack = (lastsMs: number): Fault => ({
  name: 'database down and back',
  lastsMs,
  isHealthy: none,
  isReady: none,
  async begin({ database }) {
    await database.crash()
    return () => database.start()
  },
})

const fullDisk = (lastsMs: number): Fault => ({
  name: 'database’s disk full',
  lastsMs,
  isHealthy: none,
  isReady: none,
  async begin({ database }) {
    const free = await fillDisk(database.disk ?? '')
    return async () => {
      free()
      // It may have died when its log ran out of space.
      await database.start()
    }
  },
})

const readOnly = (lastsMs: number): Fault => ({
  name: 'database read-only',
  lastsMs,
  isHealthy: ({ kind }) => kind === 'read',
  isReady: none,
  async begin({ database }) {
    await database.asAdmin('alter system set default_transaction_read_only = on')
    await database.asAdmin('select pg_reload_conf()')
    return async () => {
      await database.asAdmin('alter system reset default_transaction_read_only')
      await database.asAdmin('select pg_reload_conf()')
    }
  },
})

/** The database restarts as a standby without a primary and is promoted. */
const standby = (lastsMs: number): Fault => ({
  name: 'database a standby, then promoted',
  lastsMs,
  isHealthy: none,
  isReady: none,
  async begin({ database }) {
    await database.crash()
    writeFileSync(join(database.dir, 'standby.signal'), '', { mode: 0o644 })
    await database.start()
    return () => database.asAdmin('select pg_promote()')
  },
})

const noConnections = (lastsMs: number): Fault => ({
  name: 'connections used up by others',
  lastsMs,
  isHealthy: all,
  isReady: () => true,
  async begin({ database }) {
    const taken: OpenTransaction[] = []
    let isOver = false
    const take = async () => {
      try {
        taken.push(await openTransaction(database.url, 'select 1'))
        return true
      } catch {
        return false
      }
    }
    while (await take());
    // Takes connections as they become free.
    const greedy = (async () => {
      while (!isOver) {
        await take()
        await pause(50)
      }
    })()
    return async () => {
      isOver = true
      await greedy
      await Promise.all(taken.map(({ end }) => end()))
    }
  },
})

/** One server logs to a full disk, the other to a pipe nobody reads. */
const logsStuck = (lastsMs: number): Fault => ({
  name: 'log disk full, log pipe unread',
  lastsMs,
  isHealthy: all,
  isReady: () => true,
  async prepare({ restart, database }) {
    const disk = mountDisk(join(database.dir, '../../logs'), '1m')
    const full = openSync(disk === null ? '/dev/full' : join(disk, 'log'), 'a')
    if (disk !== null) await fillDisk(disk)
    await restart([full, 'pipe'])
    return async () => {
      await restart([undefined, undefined])
      closeSync(full)
      unmount(disk)
    }
  },
  begin: async () => async () => {},
})

export const faults = {
  nothing,
  frozenInTransaction,
  lockedTable,
  frozenDatabase,
  downAndBack,
  fullDisk,
  readOnly,
  standby,
  noConnections,
  logsStuck,
}
