/**
 * Measures the command, without HTTP, on durable PostgreSQL and with fsyncs slowed by 1 ms. The baseline runs the same
 * statements as one transaction a gift, and through pgbench where installed. The audit follows.
 */
import { giftQueue, giveGifts, type WantedGift } from '../../server/src/features/battles/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { type Arena, doDue, makeBattles, makePeople, productContext } from '../../tests/server/product/arena.ts'
import { auditedTransfers, startDurableDatabase } from '../support/database.ts'
import { printFigure, printTable, quantile, type Row } from '../support/figures.ts'
import { pgbenchGifts } from './pgbench.ts'
import { withSlowDisk } from './slow-disk.ts'

const SECONDS = Number(process.argv[3] ?? 3)
const WARM_UP_MS = 500
const MAX_GIVERS = 1_000
const POOL = 16
const GIVERS_OF_PGBENCH = 256

type Give = (gift: WantedGift) => Promise<unknown>

interface Result {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

async function measure(give: Give, arenas: readonly Arena[], givers: readonly string[]): Promise<Result> {
  const latencies: number[] = []
  const beganMs = performance.now()
  const fromMs = beganMs + WARM_UP_MS
  const untilMs = fromMs + SECONDS * 1_000
  await Promise.all(
    givers.map(async (giverId, index) => {
      const arena = arenas[index % arenas.length] as Arena
      for (let count = 0; ; count++) {
        const sentMs = performance.now()
        if (sentMs >= untilMs) return
        await give({
          battleId: arena.id,
          participantId: arena.sides[count % 2] as string,
          giverId,
          amount: 1,
          key: crypto.randomUUID(),
        })
        if (sentMs >= fromMs) latencies.push(performance.now() - sentMs)
      }
    }),
  )
  const [p50Ms, p99Ms] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return { perSecond: latencies.length / SECONDS, p50Ms, p99Ms }
}

/** Limits concurrency here, because waiting for a database connection times out after five seconds. */
function atMost(most: number, give: Give): Give {
  const waiting: (() => void)[] = []
  let running = 0
  return async (gift) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      await give(gift)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

async function compare(name: keyof typeof PLANS, ctx: Context, url: string): Promise<void> {
  const plans = PLANS[name]
  const arenas = await makeBattles(ctx, Math.max(...plans.map(({ battles }) => battles)))
  await doDue(ctx)
  const givers = await makePeople(ctx, MAX_GIVERS)
  const together = giftQueue(ctx)
  const oneByOne = atMost(POOL, async (gift) => {
    const [outcome] = await giveGifts(ctx, [gift])
    if (!outcome || !('given' in outcome)) throw new Error(`a gift was refused: ${JSON.stringify(outcome)}`)
  })
  const rows: Row[] = []
  const figures: [name: string, value: number][] = []
  let ofAll = 0
  for (const plan of plans) {
    const [where, who] = [arenas.slice(0, plan.battles), givers.slice(0, plan.givers)]
    const single = await measure(oneByOne, where, who)
    const batched = await measure(together, where, who)
    const ratio = batched.perSecond / single.perSecond
    if (plan.battles === 1 && plan.givers === GIVERS_OF_PGBENCH) ofAll = batched.perSecond
    rows.push({
      'battles / givers': `${plan.battles} / ${plan.givers}`,
      'alone /s': Math.round(single.perSecond),
      'together /s': Math.round(batched.perSecond),
      ratio: ratio.toFixed(1),
      'p50 alone': single.p50Ms.toFixed(1),
      'p50 together': batched.p50Ms.toFixed(1),
      'p99 alone': single.p99Ms.toFixed(1),
      'p99 together': batched.p99Ms.toFixed(1),
    })
    const figure = `gifts-${name}-${plan.battles}-${plan.givers}`
    figures.push([`${figure}-rate`, ratio], [`${figure}-p50`, batched.p50Ms / single.p50Ms])
  }
  console.log(`\n${name}`)
  printTable(rows)
  const alone = await pgbenchGifts(ctx.db, {
    url,
    battleId: arenas[0]?.id ?? '',
    givers: givers.slice(0, GIVERS_OF_PGBENCH),
    clients: POOL,
    seconds: SECONDS,
  })
  if (alone) {
    console.log(`pgbench, one battle: ${Math.round(alone.perSecond)} /s, ${alone.averageMs.toFixed(1)} ms on average`)
    figures.push([`gifts-${name}-by-pgbench`, ofAll / alone.perSecond])
  } else console.log('Not measured with pgbench: it is not installed.')
  for (const [figure, value] of figures) printFigure(figure, value)
  console.log(`The audit of ${await auditedTransfers(ctx.db)} transfers holds.`)
}

const PLANS = {
  postgres: [
    ...[1, 16, 64, 256, 1_000].map((givers) => ({ battles: 1, givers })),
    ...[256, 1_000].map((givers) => ({ battles: 100, givers })),
  ],
  'slow-disk': [
    { battles: 1, givers: 1 },
    { battles: 1, givers: 256 },
    { battles: 100, givers: 256 },
  ],
}

async function run(name: keyof typeof PLANS): Promise<true> {
  const postgres = await startDurableDatabase()
  const db = await openPg({ url: postgres.url, poolSize: POOL })
  try {
    await compare(name, productContext(db), postgres.url)
  } finally {
    await db.close()
    await postgres.stop()
  }
  return true
}

await run('postgres')
const wasSlow = await withSlowDisk(() => run('slow-disk'))
if (!wasSlow) console.log('\nNot measured with a slower disk: that takes Linux and a C compiler.')
