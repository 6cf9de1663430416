/**
 * Runs conflicting actions at once on two servers: 200 rounds of every race within five minutes, then the audits.
 * `npm run bench -- races ROUNDS SEED MINUTES` for other numbers. Exits with an error when a server failed or an
 * invariant broke.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable } from '../support/figures.ts'
import type { RaceServerStart } from '../support/races/race-server.ts'
import { type RaceServer, runRaces } from '../support/races/run-races.ts'

const rounds = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? 1)
const minutes = Number(process.argv[4] ?? 5)
const SHOWN = 20

async function serve(start: RaceServerStart): Promise<RaceServer> {
  const child = fork(join(import.meta.dirname, '../support/races/race-server.ts'), [JSON.stringify(start)])
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`a server of the races ended (${code})`)))
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number]
  failed.catch(() => {})
  return {
    port,
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const postgres = await startPostgres()
try {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '', databasePoolSize: 2 })
  await migrate(db)
  await db.close()
  const startedAtMs = performance.now()
  const counts = await runRaces({ url: postgres.url, rounds, seed, withinMs: minutes * 60_000, serve })
  printTable(
    ['race', 'rounds', 'answers'],
    counts.races.map(({ name, rounds: times, answers }) => [
      name,
      times,
      [...answers]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ]),
  )
  console.log(`${counts.rounds} rounds in ${Math.round((performance.now() - startedAtMs) / 1_000)} s, seed ${seed}`)
  for (const line of [...counts.faults.slice(0, SHOWN), ...counts.wrong.slice(0, SHOWN)]) console.log(line)
  printFigure('races-5xx', counts.faults.length)
  printFigure('races-wrong', counts.wrong.length)
  if (counts.faults.length + counts.wrong.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
