import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type SqlValue, safeInteger } from '../db.ts'
import { preparedStatements } from './pglite-statements.ts'

export type WorkerRequest =
  | { id: number; op: 'query'; text: string; values: readonly SqlValue[] }
  | { id: number; op: 'script'; text: string }
  | { id: number; op: 'dump' }
  | { id: number; op: 'close' }
export interface WorkerReply {
  id: number
  rows?: unknown[]
  dump?: Uint8Array
  error?: { message: string; code?: string; constraint?: string; detail?: string }
}

const port = parentPort
if (!port) throw new Error('pglite-worker runs in a worker thread only')
const { dataDir, snapshot } = workerData as { dataDir: string | null; snapshot: Uint8Array | null }

const database = await PGlite.create({
  ...(dataDir === null ? {} : { dataDir }),
  ...(snapshot === null ? {} : { loadDataDir: new Blob([snapshot as Uint8Array<ArrayBuffer>]) }),
  extensions: { pg_trgm },
  parsers: { [types.INT8]: safeInteger, [types.DATE]: (text: string) => text },
})
const statements = await preparedStatements(database)

async function answer(request: WorkerRequest): Promise<Omit<WorkerReply, 'id'>> {
  switch (request.op) {
    case 'query':
      return { rows: await statements.query(request.text, request.values) }
    case 'script':
      await statements.script(request.text)
      return {}
    case 'dump':
      return { dump: new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()) }
    case 'close':
      await database.close()
      return {}
  }
}

// One session: requests are served in order of arrival.
let last: Promise<void> = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  last = last.then(async () => {
    try {
      port.postMessage({ id: request.id, ...(await answer(request)) } satisfies WorkerReply)
    } catch (error) {
      const { message, code, constraint, detail } = error as Record<string, string>
      port.postMessage({
        id: request.id,
        error: {
          message: message ?? String(error),
          ...(code ? { code } : {}),
          ...(constraint ? { constraint } : {}),
          ...(detail ? { detail } : {}),
        },
      } satisfies WorkerReply)
    }
    if (request.op === 'close') port.close()
  })
})
port.postMessage({ id: 0 } satisfies WorkerReply)
