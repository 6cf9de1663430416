/**
 * Runs conflicting actions at once on two servers: 200 rounds of every race within five minutes, then the audits.
 * `npm run bench crash races ROUNDS SEED MINUTES` for other numbers. Exits with an error when a server failed or an invariant
 * broke.
 */
import { once } from 'node:events'
import { startDatabase } from '../support/database.ts'
import { printFigure, printTable } from '../support/figures.ts'
import { nextMessage, startProgram } from '../support/programs.ts'
import type { RaceServerStart } from './race-server.ts'
import { type RaceServer, runRaces } from './run-races.ts'

const [rounds = 200, seed = 1, minutes = 5] = process.argv.slice(3).map(Number)
const SHOWN = 20

async function serve(start: RaceServerStart): Promise<RaceServer> {
  const child = startProgram('races/race-server.ts', start)
  const ended = once(child, 'exit')
  const port = await nextMessage<number>(child)
  return {
    port,
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const postgres = await startDatabase()
try {
  const startedAtMs = performance.now()
  const counts = await runRaces({ url: postgres.url, rounds, seed, withinMs: minutes * 60_000, serve })
  printTable(
    counts.races.map(({ name, rounds: times, answers }) => ({
      race: name,
      rounds: times,
      answers: [...answers]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    })),
  )
  console.log(`${counts.rounds} rounds in ${Math.round((performance.now() - startedAtMs) / 1_000)} s, seed ${seed}`)
  for (const line of [...counts.faults.slice(0, SHOWN), ...counts.wrong.slice(0, SHOWN)]) console.log(line)
  printFigure('races-5xx', counts.faults.length)
  printFigure('races-wrong', counts.wrong.length)
  if (counts.faults.length + counts.wrong.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
