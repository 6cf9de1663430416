import { giftQueue, giveGifts, type WantedGift } from '../../server/src/features/battles/index.ts'
import { type Arena, makePeople } from '../../tests/server/product/arena.ts'
import { auditedTransfers, liveBattles, startDurableDatabase } from '../support/database.ts'
import { type Figures, printFigures, printTable, quantile, type Row } from '../support/figures.ts'
import { pgbenchGifts } from './pgbench.ts'
import { MOST, PLANS, type Plan, SLOW_DISK_PLANS } from './plans.ts'
import { withSlowDisk } from './slow-disk.ts'

const WARM_UP_MS = 500
const POOL = 16
const GIVERS_OF_PGBENCH = 256

type Give = (gift: WantedGift) => Promise<unknown>

/**
 * Measures the command, without HTTP, on durable PostgreSQL and with fsyncs slowed by 1 ms. The baseline runs the same
 * statements as one transaction a gift, and through pgbench where installed. The audit follows.
 */
export async function giftsByCommands(seconds: number): Promise<void> {
  await compare('postgres', PLANS, seconds)
  const wasSlow = await withSlowDisk(() => compare('slow-disk', SLOW_DISK_PLANS, seconds))
  if (!wasSlow) console.log('\nNot measured with a slower disk: that takes Linux and a C compiler.')
}

async function measure(give: Give, arenas: readonly Arena[], givers: readonly string[], seconds: number) {
  const latencies: number[] = []
  const fromMs = performance.now() + WARM_UP_MS
  const untilMs = fromMs + seconds * 1_000
  await Promise.all(
    givers.map(async (giverId, index) => {
      const { id: battleId, sides } = arenas[index % arenas.length] as Arena
      for (let count = 0; ; count++) {
        const sentMs = performance.now()
        if (sentMs >= untilMs) return
        const participantId = sides[count % 2] as string
        await give({ battleId, participantId, giverId, amount: 1, key: crypto.randomUUID() })
        if (sentMs >= fromMs) latencies.push(performance.now() - sentMs)
      }
    }),
  )
  const [p50Ms, p99Ms] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return { perSecond: latencies.length / seconds, p50Ms, p99Ms }
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

async function compare(name: string, plans: readonly Plan[], seconds: number): Promise<true> {
  const postgres = await startDurableDatabase({}, POOL)
  const { ctx, db, url } = postgres
  const arenas = await liveBattles(ctx, MOST.battles)
  const givers = await makePeople(ctx, MOST.givers)
  const together = giftQueue(ctx)
  const oneByOne = atMost(POOL, async (gift) => {
    const [outcome] = await giveGifts(ctx, [gift])
    if (!outcome || !('given' in outcome)) throw new Error(`a gift was refused: ${JSON.stringify(outcome)}`)
  })
  const rows: Row[] = []
  const figures: Figures = {}
  let ofAll = 0
  for (const plan of plans) {
    const [where, who] = [arenas.slice(0, plan.battles), givers.slice(0, plan.givers)]
    const single = await measure(oneByOne, where, who, seconds)
    const batched = await measure(together, where, who, seconds)
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
    Object.assign(figures, { [`${figure}-rate`]: ratio, [`${figure}-p50`]: batched.p50Ms / single.p50Ms })
  }
  console.log(`\n${name}`)
  printTable(rows)
  const load = { url, battleId: arenas[0].id, givers: givers.slice(0, GIVERS_OF_PGBENCH), clients: POOL, seconds }
  const alone = await pgbenchGifts(db, load)
  if (alone) {
    console.log(`pgbench, one battle: ${Math.round(alone.perSecond)} /s, ${alone.averageMs.toFixed(1)} ms on average`)
    figures[`gifts-${name}-by-pgbench`] = ofAll / alone.perSecond
  } else console.log('Not measured with pgbench: it is not installed.')
  printFigures(figures)
  console.log(`The audit of ${await auditedTransfers(db)} transfers holds.`)
  await postgres.stop()
  return true
}
