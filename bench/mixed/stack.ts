import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { startPgbouncer } from '../../tests/server/database/pgbouncer.ts'
import { type Arena, doDue, makeBattles, productContext } from '../../tests/server/product/arena.ts'
import { type Person, signedIn } from '../../tests/server/product/people.ts'
import { startServer } from '../../tests/server/product/product-server.ts'
import { BENCH_ORIGIN } from '../support/ask.ts'
import { startDurableDatabase } from '../support/database.ts'

export type Kind = 'postgres' | 'pgbouncer'
export const KINDS: readonly Kind[] = ['postgres', 'pgbouncer']

export interface MixedStack {
  port: number
  pid: number
  people: Person[]
  battles: Arena[]
  /** Stops the server. Returns the faults an audit of the ledger then finds. */
  end(): Promise<unknown[]>
}

const BATTLES = 20
const POOLED = 20

/** Starts the product's own program with its own limits, PostgreSQL, live battles and people who may claim. */
export async function startStack(kind: Kind, people: number): Promise<MixedStack> {
  const folder = mkdtempSync(join(tmpdir(), 'aura-mixed-'))
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const postgres = await startDurableDatabase({ shared_buffers: '256MB' })
    ends.push(() => postgres.stop())
    const open = () => openPg({ url: postgres.url, poolSize: 6 })
    const db = await open()
    const ctx = productContext(db)
    const battles = await makeBattles(ctx, BATTLES)
    await doDue(ctx)
    const crowd = await signedIn(ctx, people)
    await db.script('vacuum analyze')
    await db.close()
    const pooler = kind === 'pgbouncer' ? await startPgbouncer(postgres.url, POOLED) : null
    if (pooler) ends.push(() => pooler.stop())
    const server = await startServer({
      databaseUrl: pooler?.url ?? postgres.url,
      dir: folder,
      settings: {
        PUBLIC_URL: BENCH_ORIGIN,
        DEMO_DATA: 'off',
        LOG_LEVEL: 'warn',
        ...(pooler ? { DATABASE_DIRECT_URL: postgres.url } : {}),
      },
    })
    ends.push(() => server.stop())
    return {
      port: server.port,
      pid: server.pid,
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
