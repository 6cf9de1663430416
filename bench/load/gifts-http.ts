/**
 * Gifts per second through HTTP, against an equal signed-in POST that writes nothing, and what a gift costs the server and
 * the database.
 * The production server runs on durable PostgreSQL in its own process. Each connection is a different user who gives 1
 * Steeze, waits for the response and gives again. The baseline is a heartbeat with the same body and session. Both run
 * alternately; the audit follows.
 */
import { generatePrivateKey } from 'viem/accounts'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { fundSteeze } from '../../tests/server/actors/battles.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { median, printFigure, printTable } from '../support/figures.ts'
import { HttpActor } from '../support/load/http-actor.ts'
import { httpLoad, type LoadResult } from '../support/load/http-load.ts'
import { familyCpuMs } from '../support/load/process-cpu.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../support/servers/arena.ts'
import { BENCH_ORIGIN } from '../support/servers/bench-server.ts'
import { startProduct } from '../support/servers/child.ts'

const SECONDS = Number(process.argv[2] ?? 3)
const ROUNDS = 3
const PLANS = [
  ...[1, 16, 64, 256, 1_000].map((givers) => ({ battles: 1, givers })),
  ...[256, 1_000].map((givers) => ({ battles: 100, givers })),
]
const PURSE = 1_000_000_000

interface Measured extends LoadResult {
  /** CPU of the server process per request. */
  cpuUs: number
  /** CPU of the database per request. */
  databaseUs: number
}

/** CPU of server and database together, per gift of a crowd: 120 us where the server takes 39 for the POST that writes nothing. */
const AIM_COST = 120 / 39
const CROWD = 256

const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } })
const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '', databasePoolSize: 4 })
await migrate(db)
const ctx = benchContext(db)
const arenas = await makeBattles(ctx, Math.max(...PLANS.map(({ battles }) => battles)))
await doDue(ctx)
const product = await startProduct({ databaseUrl: postgres.url, dataDir: null, users: 0 })
try {
  const people: HttpActor[] = []
  for (let i = 0; i < Math.max(...PLANS.map(({ givers }) => givers)); i++) {
    const giver = new HttpActor(generatePrivateKey())
    giver.port = product.port
    await giver.signIn()
    const { id } = await giver.ask<{ id: string }>('GET', '/api/auth/user')
    await fundSteeze(ctx, id, { purchased: PURSE })
    people.push(giver)
  }
  const load = async (path: string, { battles, givers }: (typeof PLANS)[number]): Promise<Measured> => {
    let [beforeMs, databaseBeforeMs] = [0, 0]
    const result = await httpLoad(
      {
        port: product.port,
        path,
        headers: { origin: BENCH_ORIGIN },
        connections: givers,
        seconds: SECONDS,
        post: (connection) => {
          const { id, sides } = arenas[connection % battles] as Arena
          const participantId = sides[Math.floor(connection / battles) % 2]
          return {
            headers: { cookie: people[connection]?.cookie ?? '' },
            body: JSON.stringify({ battleId: id, participantId, amount: 1 }),
          }
        },
      },
      async () => {
        beforeMs = await product.cpuMs()
        databaseBeforeMs = familyCpuMs(postgres.pid)
      },
    )
    const each = (ms: number) => (ms * 1_000) / result.requests
    return {
      ...result,
      cpuUs: each((await product.cpuMs()) - beforeMs),
      databaseUs: each(familyCpuMs(postgres.pid) - databaseBeforeMs),
    }
  }
  const rows: (string | number)[][] = []
  for (const plan of PLANS) {
    const rounds: { idle: Measured; gifts: Measured }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      rounds.push({
        idle: await load(`/api/battles/${arenas[0]?.id}/heartbeat`, plan),
        gifts: await load('/api/battles/gift', plan),
      })
    }
    const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read))
    const ratio = of(({ idle, gifts }) => gifts.perSecond / idle.perSecond)
    rows.push([
      `${plan.battles} / ${plan.givers}`,
      Math.round(of(({ idle }) => idle.perSecond)),
      Math.round(of(({ gifts }) => gifts.perSecond)),
      ratio.toFixed(2),
      of(({ idle }) => idle.p50Ms).toFixed(1),
      of(({ gifts }) => gifts.p50Ms).toFixed(1),
      of(({ gifts }) => gifts.p99Ms).toFixed(1),
      Math.round(of(({ idle }) => idle.cpuUs)),
      Math.round(of(({ gifts }) => gifts.cpuUs)),
      Math.round(of(({ gifts }) => gifts.databaseUs)),
    ])
    printFigure(`gifts-http-${plan.battles}-${plan.givers}`, ratio)
    if (plan.givers >= CROWD) {
      const cost = of(({ idle, gifts }) => (gifts.cpuUs + gifts.databaseUs) / idle.cpuUs)
      printFigure(`gifts-http-cost-${plan.battles}-${plan.givers}`, cost / AIM_COST)
    }
  }
  printTable(
    [
      'battles / givers',
      'POST that writes nothing /s',
      'gifts /s',
      'ratio',
      'p50 nothing',
      'p50 gift',
      'p99 gift',
      'CPU us nothing',
      'CPU us gift',
      'database us gift',
    ],
    rows,
  )
  const { broken, counts } = await auditLedger(db)
  console.log(`audit: ${counts.transfers} transfers, ${broken.length === 0 ? 'holds' : JSON.stringify(broken[0])}`)
  if (broken.length > 0) process.exitCode = 1
} finally {
  product.stop()
  await db.close()
  await postgres.stop()
}
