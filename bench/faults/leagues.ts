/**
 * Closes a week of leagues with a million members on two servers, of which one is killed again and again.
 * PostgreSQL with durable commits. Every place is compared with the rules. `npm run bench leagues MEMBERS` takes others.
 */

import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { leagueRounds } from '../support/chaos/league-rounds.ts'
import { printFigure } from '../support/figures.ts'

const MEMBERS = Number(process.argv[2] ?? 1_000_000)
const KILLS = 6
const SEED = 20_260_302
const BUDGET_MS = 60_000
const AT_MOST_MS = 240_000

const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } })
try {
  const db = await openPg({ url: postgres.url, poolSize: 1 })
  await migrate(db)
  await db.close()
  const { leagues, kills, closeMs, wrong } = await leagueRounds({
    url: postgres.url,
    members: MEMBERS,
    kills: KILLS,
    seed: SEED,
    jobs: ['league_closings'],
    withinMs: AT_MOST_MS,
  })
  const number = (value: number) => value.toLocaleString('en-US')
  console.log(`${number(MEMBERS)} members in ${number(leagues)} leagues; seed ${SEED}`)
  console.log(`closed in ${Math.round(closeMs)} ms, through ${kills} kills`)
  printFigure('leagues-close', closeMs / BUDGET_MS)
  printFigure('leagues-wrong', wrong)
  if (wrong > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
