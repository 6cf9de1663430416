import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Pooler } from '../../../tests/server/database/pgbouncer.ts'
import { hearAcross } from '../failover/hear-across.ts'
import { checkWishes, type Difference } from '../faults/check-wishes.ts'
import { startFaultyDatabase } from '../faults/database.ts'
import { answersOf, auditBooks } from '../faults/fault-rounds.ts'
import { type Person, signedIn } from '../faults/people.ts'
import { loggedAbout, type ProductServer, refusedStart, startServer } from '../faults/product-server.ts'
import { type Crowd, peopleFor, startTraffic } from '../faults/traffic.ts'
import { seeded } from '../seeded.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../servers/arena.ts'

export interface PooledCounts extends Difference {
  answers: Map<string, number>
  /** Requests with another status than 200. */
  failed: string[]
  broken: string[]
  /** From a gift at one server until a viewer of the other saw it, both ways. */
  acrossMs: [number, number]
  /** Connections that PostgreSQL had from each name, at the end of the traffic. */
  connections: Map<string, number>
  /** Output and exit code of a server without DATABASE_DIRECT_URL. */
  refused: { code: number | null; said: string }
}

interface Plan {
  startPooler(target: string): Promise<Pooler>
  crowd: Crowd
  seed: number
  lastsMs: number
}

const BATTLES = 2

/** Runs two servers through a pooler, LISTENing past it, under traffic; then compares and audits. */
export async function pooledServers({ startPooler, crowd, seed, lastsMs }: Plan): Promise<PooledCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'aura-pooled-'))
  const database = await startFaultyDatabase()
  const pooler = await startPooler(database.url)
  const dirOf = (index: number) => join(folder, String(index))
  const settings = { DATABASE_DIRECT_URL: database.url }
  const servers: ProductServer[] = []
  try {
    // In sequence: the first one migrates.
    for (const index of [0, 1])
      servers.push(await startServer({ databaseUrl: pooler.url, dir: dirOf(index), settings }))
    const db = await openPg({ url: database.url, poolSize: 4 })
    try {
      const ctx = benchContext(db)
      const battles = await makeBattles(ctx, BATTLES + 1)
      // Or the first gifts may come before a server's job has started them.
      await doDue(ctx, 'battles')
      const [person, ...people] = (await signedIn(ctx, 1 + peopleFor(crowd))) as [Person, ...Person[]]
      const arena = battles.pop() as Arena
      const traffic = startTraffic({
        servers: () => servers,
        crowd,
        people,
        battles: () => battles,
        random: seeded(seed),
      })
      await pause(lastsMs)
      const [first, second] = servers as [ProductServer, ProductServer]
      const acrossMs: [number, number] = [
        await hearAcross(first, second, { person, arena }),
        await hearAcross(second, first, { person, arena }),
      ]
      const rows = await db.query<{ name: string; count: number }>(
        `select application_name as name, count(*)::int as count from pg_stat_activity
         where datname = 'aura' and pid <> pg_backend_pid() group by 1`,
      )
      await traffic.finish()
      const failed = traffic.heard
        .filter(({ status }) => status !== 200)
        .map(
          ({ kind, status, code, server, requestId }) =>
            `a ${kind} got ${status} ${code}: ${loggedAbout(dirOf(server), requestId)}`,
        )
      return {
        ...(await checkWishes(db, traffic.wishes)),
        answers: answersOf(traffic.heard),
        failed,
        broken: await auditBooks(database.url),
        acrossMs,
        connections: new Map(rows.map(({ name, count }) => [name, count])),
        refused: await refusedStart({ databaseUrl: pooler.url, dir: dirOf(servers.length) }),
      }
    } finally {
      await db.close()
    }
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()))
    await pooler.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
