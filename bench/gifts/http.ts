import { type Arena, makePeople } from '../../tests/server/product/arena.ts'
import { signIn } from '../../tests/server/product/people.ts'
import { BENCH_ORIGIN } from '../support/ask.ts'
import { auditedTransfers, liveBattles, startDurableDatabase } from '../support/database.ts'
import { type Figures, median, printFigures, printTable, type Row } from '../support/figures.ts'
import { httpLoad } from '../support/http-load.ts'
import { familyCpuMs, startProduct } from '../support/programs.ts'
import { MOST, PLANS, type Plan } from './plans.ts'

const ROUNDS = 3
/** Target cost of a crowd's gift on server and database: 120 us where the POST that writes nothing takes 39 us. */
const AIM_COST = 120 / 39
const CROWD = 256

/**
 * Measures gifts over HTTP, against an equal signed-in POST that writes nothing. The server runs in its own process on
 * durable PostgreSQL. Each connection is a different user who gives 1 Steeze, waits for the response and gives again. The
 * baseline is a heartbeat with the same body and session. Both run alternately; the audit follows.
 */
export async function giftsOverHttp(seconds: number): Promise<void> {
  const postgres = await startDurableDatabase()
  const { ctx, db } = postgres
  const arenas = await liveBattles(ctx, MOST.battles)
  const product = await startProduct({ databaseUrl: postgres.url })
  const people = await signIn(ctx, await makePeople(ctx, MOST.givers))
  const load = async (path: string, { battles, givers }: Plan) => {
    let [beforeMs, databaseBeforeMs] = [0, 0]
    const post = (connection: number) => {
      const { id, sides } = arenas[connection % battles] as Arena
      const participantId = sides[Math.floor(connection / battles) % 2]
      return {
        headers: { origin: BENCH_ORIGIN, cookie: people[connection]?.cookie ?? '' },
        body: JSON.stringify({ battleId: id, participantId, amount: 1 }),
      }
    }
    const result = await httpLoad({ port: product.port, path, connections: givers, seconds, post }, async () => {
      beforeMs = await product.cpuMs()
      databaseBeforeMs = familyCpuMs(postgres.pid)
    })
    const each = (ms: number) => (ms * 1_000) / result.requests
    return {
      ...result,
      cpuUs: each((await product.cpuMs()) - beforeMs),
      databaseUs: each(familyCpuMs(postgres.pid) - databaseBeforeMs),
    }
  }
  const rows: Row[] = []
  const figures: Figures = {}
  for (const plan of PLANS) {
    const round = async () => ({
      idle: await load(`/api/battles/${arenas[0].id}/heartbeat`, plan),
      gifts: await load('/api/battles/gift', plan),
    })
    const rounds: Awaited<ReturnType<typeof round>>[] = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round())
    const of = (read: (each: (typeof rounds)[number]) => number) => median(rounds.map(read))
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
    figures[`gifts-http-${plan.battles}-${plan.givers}`] = ratio
    if (plan.givers < CROWD) continue
    const cost = of(({ idle, gifts }) => (gifts.cpuUs + gifts.databaseUs) / idle.cpuUs)
    figures[`gifts-http-cost-${plan.battles}-${plan.givers}`] = cost / AIM_COST
  }
  printTable(rows)
  printFigures(figures)
  console.log(`The audit of ${await auditedTransfers(db)} transfers holds.`)
  product.stop()
  await postgres.stop()
}
