/**
 * Settles one battle with 100,000 gifts, and 1,000 battles that end in the same second.
 * PostgreSQL with durable commits, through the server's own commands. The audit follows.
 */

import { giveGifts } from '../../server/src/features/battles/index.ts'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { clockAt } from '../../server/src/platform/clock.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure } from '../support/figures.ts'
import { type Arena, benchContext, doDue, makeBattles, makePeople } from '../support/servers/arena.ts'

const GIFTS = 100_000
const BATTLES = 1_000
const BATCH = 500
const HOURS_MS = 5 * 3_600_000
const LATE_MS = 1_000

async function settle(ctx: Context, what: string): Promise<number> {
  const end = new Date(ctx.clock.now().getTime() + HOURS_MS)
  const atEnd = { ...ctx, clock: clockAt(end) }
  const beganMs = performance.now()
  await doDue(atEnd, 'battles')
  const settledMs = performance.now()
  await doDue(atEnd)
  const ms = settledMs - beganMs
  console.log(`${what}: ${Math.round(ms)} ms, and their courses ${Math.round(performance.now() - settledMs)} ms`)
  return ms
}

const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } })
try {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '', databasePoolSize: 16 })
  await migrate(db)
  const ctx = benchContext(db)
  const givers = await makePeople(ctx, BATCH)
  const [arena] = (await makeBattles(ctx, 1)) as [Arena]
  await doDue(ctx)
  for (let given = 0; given < GIFTS; given += BATCH) {
    await giveGifts(
      ctx,
      givers.map((giverId, index) => ({
        battleId: arena.id,
        participantId: arena.sides[index % 3 ? 0 : 1],
        giverId,
        amount: 1,
        key: `settle/${given}`,
      })),
    )
  }
  const one = await settle(ctx, `one battle with ${GIFTS.toLocaleString('en-US')} gifts of ${BATCH} people`)
  printFigure('settle-one', one / LATE_MS)
  await makeBattles(ctx, BATTLES)
  await doDue(ctx)
  const many = await settle(ctx, `${BATTLES.toLocaleString('en-US')} battles that end at once`)
  printFigure('settle-many', many / LATE_MS)
  const { broken } = await auditLedger(db)
  console.log(`audit: ${broken.length === 0 ? 'holds' : JSON.stringify(broken[0])}`)
  if (broken.length > 0) process.exitCode = 1
  await db.close()
} finally {
  await postgres.stop()
}
