/**
 * Reminders and weekly recaps of a million people in all zones, while Europe's clocks go forward and America's back.
 * PostgreSQL with durable commits. `npm run bench -- reminders PEOPLE` for another number. Time is simulated: it jumps
 * from one round to the next, and moves ten times as fast while the job works. Exits with an error when one is missing,
 * twice, or came after the day counted.
 */

import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable } from '../support/figures.ts'
import { makeLearners, reminderDays, WINDOWS } from '../support/reminders/reminder-days.ts'

const [people = 1_000_000] = process.argv.slice(2).map(Number)
const LATE_MS = 60_000
const PLAN_MS_PER_THOUSAND = 1
const zones = Intl.supportedValuesOf('timeZone')
const options = { people, zones, seed: 20_260_329, rate: 10 }

const postgres = await startPostgres({
  settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' },
})
try {
  const db = await openPg({ url: postgres.url, poolSize: 2 })
  await migrate(db)
  const hours = await makeLearners(db, options)
  console.log(
    `${people.toLocaleString('en-US')} people in ${zones.length} zones after ${seconds(performance.now())} s\n`,
  )
  const rows: (string | number)[][] = []
  let [worstMs, wrong, planMs] = [0, 0, 0]
  for (const start of WINDOWS) {
    const outcome = await reminderDays(db, hours, start, options)
    const late = outcome.late.sort()
    const at = (part: number) => seconds(late[Math.min(late.length - 1, Math.floor(late.length * part))] ?? Number.NaN)
    const figures = [
      late.length,
      outcome.recaps,
      at(0.5),
      at(0.99),
      at(1),
      seconds(outcome.workMs),
      Math.round(outcome.planMs),
    ]
    rows.push([start.slice(0, 10), ...figures, outcome.wrong])
    worstMs = Math.max(worstMs, at(0.99) * 1_000)
    wrong += outcome.wrong
    planMs = Math.max(planMs, outcome.planMs)
  }
  printTable(['from', 'sent', 'of them recaps', 'p50 s', 'p99 s', 'most s', 'work s', 'plan ms', 'wrong'], rows)
  printFigure('reminders-late', worstMs / LATE_MS)
  printFigure('reminders-wrong', wrong)
  printFigure('reminders-plan', planMs / (people / 1_000) / PLAN_MS_PER_THOUSAND)
  if (wrong > 0) process.exitCode = 1
  await db.close()
} finally {
  await postgres.stop()
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
