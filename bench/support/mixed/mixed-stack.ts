import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLedger } from '../../../server/src/features/ledger/index.ts'
import { openDatabase } from '../../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { startPgbouncer } from '../../../tests/server/database/pgbouncer.ts'
import { startPostgres } from '../../../tools/postgres/postgres.ts'
import { type Person, signedIn } from '../faults/people.ts'
import { startServer } from '../faults/product-server.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../servers/arena.ts'
import { BENCH_ORIGIN } from '../servers/bench-server.ts'

export type Kind = 'pglite' | 'postgres' | 'pgbouncer'
export const KINDS: readonly Kind[] = ['pglite', 'postgres', 'pgbouncer']

export interface MixedStack {
  port: number
  pid: number
  /** Of PostgreSQL; null on PGlite, which runs in the server's process. */
  databasePid: number | null
  people: Person[]
  battles: Arena[]
  /** Stops the server and returns what an audit of the ledger then finds. */
  end(): Promise<unknown[]>
}

const BATTLES = 20
const POOLED = 20
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' }

/** The product's own program with its own limits, one of the databases, live battles and people who may claim. */
export async function startStack(kind: Kind, people: number): Promise<MixedStack> {
  const folder = mkdtempSync(join(tmpdir(), 'aura-mixed-'))
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const postgres = kind === 'pglite' ? null : await startPostgres({ settings: DURABLE })
    if (postgres) ends.push(() => postgres.stop())
    const dataDir = join(folder, '.data')
    const open = () => openDatabase({ databaseUrl: postgres?.url ?? null, dataDir, databasePoolSize: 6 })
    const db = await open()
    await migrate(db)
    const ctx = benchContext(db)
    const battles = await makeBattles(ctx, BATTLES)
    await doDue(ctx)
    const crowd = await signedIn(ctx, people)
    await db.script('vacuum analyze')
    await db.close()
    const pooler = postgres && kind === 'pgbouncer' ? await startPgbouncer(postgres.url, POOLED) : null
    if (pooler) ends.push(() => pooler.stop())
    const server = await startServer({
      databaseUrl: pooler?.url ?? postgres?.url ?? '',
      dir: folder,
      settings: {
        PUBLIC_URL: BENCH_ORIGIN,
        DEMO_DATA: 'off',
        LOG_LEVEL: 'warn',
        ...(pooler && postgres ? { DATABASE_DIRECT_URL: postgres.url } : {}),
      },
    })
    ends.push(() => server.stop())
    return {
      port: server.port,
      pid: server.pid,
      databasePid: postgres?.pid ?? null,
      people: crowd,
      battles,
      async end() {
        try {
          await ends.pop()?.()
          const stopped = await open()
          const { broken } = await auditLedger(stopped).finally(() => stopped.close())
          return broken
        } finally {
          await stop()
        }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
