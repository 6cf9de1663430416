/**
 * Lateness of battle starts and settlements while a thousand jobs of every other kind are stuck.
 * Push services hang, the image store is down and the rows wallet replacements need are locked. PostgreSQL with durable
 * commits.
 */

import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { schedulerRounds } from '../support/chaos/scheduler-rounds.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'

const BATTLES = 200
const SPREAD_MS = 20_000
const STUCK = 1_000
const SEED = 20_260_302
const LATE_MS = 1_000

const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } })
try {
  const db = await openPg({ url: postgres.url, poolSize: 2 })
  await migrate(db)
  await db.close()
  console.log(`${BATTLES} battles that start within ${SPREAD_MS / 1_000} s; seed ${SEED}\n`)
  const rows: (string | number)[][] = []
  let worst = 0
  for (const stuck of [0, STUCK]) {
    const base = { url: postgres.url, battles: BATTLES, jitterMs: SPREAD_MS, seed: SEED }
    const { starts, settlements, reads } = await schedulerRounds({ ...base, stuck })
    const others = stuck === 0 ? 'nothing else due' : `${stuck.toLocaleString('en-US')} of each other kind stuck`
    for (const [what, ms] of Object.entries({ start: starts, settlement: settlements, 'a request’s read': reads })) {
      const at = (part: number) => Math.round(quantile(ms, part))
      rows.push([others, what, at(0.5), at(0.99), Math.round(Math.max(...ms))])
    }
    if (stuck > 0) worst = Math.max(quantile(starts, 0.99), quantile(settlements, 0.99))
  }
  printTable(['', 'ms late', 'p50', 'p99', 'most'], rows)
  printFigure('scheduler-late', Math.max(0, worst) / LATE_MS)
} finally {
  await postgres.stop()
}
