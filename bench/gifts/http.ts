/**
 * Measures gifts over HTTP, against an equal signed-in POST that writes nothing. The server runs in its own process on
 * durable PostgreSQL. Each connection is a different user who gives 1 Steeze, waits for the response and gives again. The
 * baseline is a heartbeat with the same body and session. Both run alternately; the audit follows.
 */
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { type Arena, doDue, makeBattles, makePeople, productContext } from '../../tests/server/product/arena.ts'
import { signIn } from '../../tests/server/product/people.ts'
import { BENCH_ORIGIN } from '../support/ask.ts'
import { auditedTransfers, startDurableDatabase } from '../support/database.ts'
import { median, printFigure, printTable, type Row } from '../support/figures.ts'
import { httpLoad, type LoadResult } from '../support/http-load.ts'
import { familyCpuMs, startProduct } from '../support/programs.ts'

const SECONDS = Number(process.argv[3] ?? 3)
const ROUNDS = 3
const PLANS = [
  ...[1, 16, 64, 256, 1_000].map((givers) => ({ battles: 1, givers })),
  ...[256, 1_000].map((givers) => ({ battles: 100, givers })),
]

interface Measured extends LoadResult {
  /** CPU of the server process per request. */
  cpuUs: number
  /** CPU of the database per request. */
  databaseUs: number
}

/**
 * Target cost of server and database per gift of a crowd: 120 us where the server takes 39 us for the POST that writes
 * nothing.
 */
const AIM_COST = 120 / 39
const CROWD = 256

const postgres = await startDurableDatabase()
const db = await openPg({ url: postgres.url, poolSize: 4 })
const ctx = productContext(db)
const arenas = await makeBattles(ctx, Math.max(...PLANS.map(({ battles }) => battles)))
await doDue(ctx)
const product = await startProduct({ databaseUrl: postgres.url })
try {
  const people = await signIn(ctx, await makePeople(ctx, Math.max(...PLANS.map(({ givers }) => givers))))
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
  const rows: Row[] = []
  const figures: [name: string, value: number][] = []
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
    rows.push({
      'battles / givers': `${plan.battles} / ${plan.givers}`,
      'POST that writes nothing /s': Math.round(of(({ idle }) => idle.perSecond)),
      'gifts /s': Math.round(of(({ gifts }) => gifts.perSecond)),
      ratio: ratio.toFixed(2),
      'p50 nothing': of(({ idle }) => idle.p50Ms).toFixed(1),
      'p50 gift': of(({ gifts }) => gifts.p50Ms).toFixed(1),
      'p99 gift': of(({ gifts }) => gifts.p99Ms).toFixed(1),
      'CPU us nothing': Math.round(of(({ idle }) => idle.cpuUs)),
      'CPU us gift': Math.round(of(({ gifts }) => gifts.cpuUs)),
      'database us gift': Math.round(of(({ gifts }) => gifts.databaseUs)),
    })
    figures.push([`gifts-http-${plan.battles}-${plan.givers}`, ratio])
    if (plan.givers >= CROWD) {
      const cost = of(({ idle, gifts }) => (gifts.cpuUs + gifts.databaseUs) / idle.cpuUs)
      figures.push([`gifts-http-cost-${plan.battles}-${plan.givers}`, cost / AIM_COST])
    }
  }
  printTable(rows)
  for (const [name, value] of figures) printFigure(name, value)
  console.log(`The audit of ${await auditedTransfers(db)} transfers holds.`)
} finally {
  product.stop()
  await db.close()
  await postgres.stop()
}
