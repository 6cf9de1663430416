import { findPackageJSON } from 'node:module'
import { Worker } from 'node:worker_threads'
import { UnusableSettings } from '../../operator-error.ts'
import { type Adapter, type Db, guardedDb, lostConnection } from '../db.ts'
import { lockDirectory } from './lock-directory.ts'
import type { WorkerReply, WorkerRequest } from './pglite-worker.ts'

export interface PgliteOptions {
  dataDir: string | null
  snapshot?: Uint8Array
}

export interface PgliteDb extends Db {
  /** The whole database as an archive, for a later `snapshot`. */
  dump(): Promise<Uint8Array>
}

type Ask = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/**
 * In a thread of its own. Survives a killed process but never calls fsync: a power cut may lose data. Throws
 * UnusableSettings where the package was left out.
 */
export async function openPglite({ dataDir, snapshot }: PgliteOptions): Promise<PgliteDb> {
  assertInstalled()
  const unlock = dataDir === null ? () => {} : await lockDirectory(dataDir)
  const thread = await startThread({ dataDir, snapshot: snapshot ?? null }).catch((error: unknown) => {
    unlock()
    throw error
  })
  const { ask, ended } = thread
  const serially = mutex()
  const adapter: Adapter = {
    kind: 'pglite',
    query: (text, values) => serially(async () => (await ask({ op: 'query', text, values })).rows ?? []),
    script: (text) => serially(async () => void (await ask({ op: 'script', text }))),
    transaction: (work) =>
      serially(async () => {
        await ask({ op: 'script', text: 'begin' })
        try {
          const result = await work(async (text, values) => (await ask({ op: 'query', text, values })).rows ?? [])
          await ask({ op: 'script', text: 'commit' })
          return result
        } catch (error) {
          await ask({ op: 'script', text: 'rollback' })
          throw error
        }
      }),
    close: () =>
      serially(async () => {
        await ask({ op: 'close' })
        await ended
        unlock()
      }),
  }
  const dump = () => serially(async () => (await ask({ op: 'dump' })).dump as Uint8Array)
  return { ...guardedDb(adapter), dump }
}

function assertInstalled(): void {
  try {
    if (findPackageJSON('@electric-sql/pglite', import.meta.url) !== undefined) return
  } catch {}
  throw new UnusableSettings('DATABASE_URL: there is no embedded database here, so name a PostgreSQL server')
}

async function startThread(workerData: { dataDir: string | null; snapshot: Uint8Array | null }) {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData })
  const waiting = new Map<number, { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }>()
  let dead: Error | undefined
  const fail = (error: Error) => {
    dead = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      fail(lostConnection(new Error(`the embedded database stopped (exit ${code})`)))
      resolve()
    })
  })
  worker.on('error', fail)
  worker.on('message', (reply: WorkerReply) => {
    const caller = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.error) caller?.reject(Object.assign(new Error(reply.error.message), reply.error))
    else caller?.resolve(reply)
  })
  const started = new Promise<WorkerReply>((resolve, reject) => waiting.set(0, { resolve, reject }))
  let lastId = 0
  const ask = (request: Ask) =>
    new Promise<WorkerReply>((resolve, reject) => {
      if (dead) return reject(dead)
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ...request })
    })
  await started
  return { ask, ended }
}

function mutex() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}
