/**
 * Kills one of two servers during battles, 50 times, and checks that acknowledged gifts count once.
 * `npm run bench -- crash-battles ROUNDS SEED` for other numbers. Exits with an error otherwise.
 */

import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { battleRounds } from '../support/chaos/battle-rounds.ts'
import { printFigure, printTable } from '../support/figures.ts'

const rounds = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? 1)

const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } })
try {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '', databasePoolSize: 2 })
  await migrate(db)
  await db.close()
  const counts = await battleRounds({ url: postgres.url, rounds, seed, gifts: 400 })
  printTable(
    ['kills', 'acknowledged', 'refused', 'unheard, told by a retry', 'wrong'],
    [[counts.rounds, counts.acknowledged, counts.refused, counts.unheard, counts.wrong]],
  )
  printFigure('crash-battles-wrong', counts.wrong)
  if (counts.wrong > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
